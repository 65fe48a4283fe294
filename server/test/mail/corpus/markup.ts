import { filePart, mail, multipart, type Sample, textPart } from "./sample.ts"

function page(name: string, html: string, expected: Partial<Sample>): Sample {
  return { name, raw: mail({ "Content-Type": "text/html; charset=utf-8" }, html), ...expected }
}

function file(given: string, cleaned: string): Sample {
  return {
    name: `a file called ${given.length > 60 ? `${given.slice(0, 60)}…` : JSON.stringify(given)} (P19)`,
    raw: mail(...multipart("mixed", textPart("see file"), filePart("application/pdf", given))),
    text: ["see file"],
    files: [cleaned],
  }
}

/** Markup that wants more than to be read. */
export const markup: Sample[] = [
  page(
    "scripts",
    "<p>a</p><script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)><a href='javascript:alert(1)'>b</a>",
    {
      text: ["a"],
      bodyLacks: ["script", "onerror", "onload", "alert"],
    },
  ),
  page(
    "scripts in tricks",
    "<scr<script>ipt>x</script><math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></math>",
    {
      bodyLacks: ["<script", "onerror", "<style"],
      text: [],
    },
  ),
  page(
    "styles that cover, fetch and move",
    '<div style="position:fixed;top:0;color:red;background:url(https://evil.example/x)">a</div><p style="width:expression(alert(1))">b</p>',
    {
      text: ["a", "b"],
      body: ['style="color: red"'],
      bodyLacks: ["fixed", "url(", "expression"],
    },
  ),
  page("styles in escapes", "<p style=\"c\\6flor:red;background-color:u\\72l(x);font-family:'A\\'b'\">a</p>", {
    text: ["a"],
    bodyLacks: ["\\"],
  }),
  page(
    "frames, forms, objects, links to look",
    '<iframe src="https://evil.example"></iframe><object data=x></object><link rel=stylesheet href=x><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example"><a href="/x">a</a>',
    {
      text: ["a"],
      bodyLacks: ["iframe", "object", "link", "base", "meta", "evil", "href"],
    },
  ),
  page("names that scripts could find", '<p id="forms" name="x" data-y="z" class="deskhand-quoted">a</p>', {
    text: ["a"],
    body: ["<p>a</p>"],
  }),
  page(
    "links",
    '<a href="https://a.example/?x=1&y=2" target="_top" onclick="x()">a</a> <a href="mailto:b@c.example">b</a> <a href="data:text/html,x">c</a>',
    {
      text: ["a b c"],
      body: ['href="https://a.example/?x=1&amp;y=2"', 'href="mailto:b@c.example"'],
      bodyLacks: ["data:", "onclick", "_top"],
    },
  ),
  page("a table of 200 columns and rows that nobody closed", `<table>${"<tr><td>x".repeat(200)}`, { text: ["x"] }),
  page("more markup than anybody writes", `<p>start</p>${"<b>x</b>".repeat(60_000)}`, {
    text: ["start"],
    bodyLacks: ["<b>"],
    incomplete: "text_too_long",
  }),
  page("markup 1,000 deep", `${"<div>".repeat(1_000)}deep`, {
    text: ["deep"],
    incomplete: "text_too_long",
    bodyLacks: ["<div"],
  }),
  page("1.5 MB of words", `<p>${"word ".repeat(300_000)}</p>`, { text: ["word word"], incomplete: "text_too_long" }),
  {
    name: "1.5 MB of text",
    raw: mail({}, "word\n".repeat(300_000)),
    text: ["word\nword"],
    incomplete: "text_too_long",
  },
  page("comments of Outlook", "<!--[if mso]><p>hidden</p><![endif]--><p>seen</p><![if !mso]><p>also</p><![endif]>", {
    text: ["seen"],
    bodyLacks: ["hidden"],
  }),
  {
    name: "a name continued and encoded (P19)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("see file"),
        "Content-Type: application/pdf\nContent-Disposition: attachment;\n filename*0*=utf-8''R%C3%A9s;\n filename*1*=um%C3;\n filename*2*=%A9;\n filename*3=\" final.pdf\"\nContent-Transfer-Encoding: base64\n\nQQ==",
      ),
    ),
    text: ["see file"],
    files: ["Résumé final.pdf"],
  },
  file('"=?utf-8?B?UsOpc3Vtw6kucGRm?="', "Résumé.pdf"),
  file("utf-8.pdf; filename*=x-klingon''%41%42.pdf", "AB.pdf"),
  file(`"${"x".repeat(4_096)}.pdf"`, `${"x".repeat(196)}.pdf`),
  file('"../../etc/passwd"', "passwd"),
  file('"C:\\\\Users\\\\ann\\\\offer.pdf"', "offer.pdf"),
  file('"／etc／shadow"', "shadow"),
  file('"con.txt"', "_con.txt"),
  file('"invoice\u202efdp.exe"', "invoicefdp.exe"),
  file('"in\u200bvoice.pdf"', "invoice.pdf"),
  file('"offer.pdf. . "', "offer.pdf"),
  file('".htaccess"', "htaccess"),
  file('"of\0fer.pdf"', "offer.pdf"),
  file('"a;b.pdf"', "a_b.pdf"),
  file('"a\\"b.pdf"', "a_b.pdf"),
  file('"a\n b.pdf"', "a b.pdf"),
  file('"..."', "attachment.pdf"),
  file('""', "attachment.pdf"),
]
