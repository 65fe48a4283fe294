import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { imageSizeOf } from "./image-size.ts"
import { contentDisposition, decodeBase64, decodedLength, isMimeType, rangeOf, safeFileName } from "./rules.ts"

describe("safeFileName", () => {
  test("leaves names as they are, without folders and what is not seen", () => {
    const cases = {
      "letter.txt": "letter.txt",
      "Übersicht (final) 🎉.pdf": "Übersicht (final) 🎉.pdf",
      "../../etc/passwd": "passwd",
      "C:\\Users\\me\\photo.jpg": "photo.jpg",
      "\u200b.htaccess": ".htaccess",
      "photo\u202egpj.exe": "photogpj.exe",
      'a\r\nSet-Cookie: x="y".txt': 'aSet-Cookie: x="y".txt',
      "x.php\0.jpg": "x.php.jpg",
      "  spaced .txt ": "spaced .txt",
      "..": "attachment",
      "folder/": "attachment",
      "\t": "attachment",
      "\ud800.txt": "\ufffd.txt",
    }
    for (const [given, expected] of Object.entries(cases)) assert.equal(safeFileName(given), expected)
  })

  test("whatever is given, what comes out can be kept and sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 255 }), (given) => {
        const name = safeFileName(given)
        assert.ok([...name].length >= 1 && [...name].length <= 255)
        assert.doesNotMatch(name, /[/\\\p{Cc}]/u)
        const header = contentDisposition(name)
        assert.match(header, /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~%-]+$/)
        assert.equal(decodeURIComponent(header.split("''")[1] ?? ""), name)
        assert.doesNotMatch(header.slice('attachment; filename="'.length, header.indexOf('"; ')), /["\\]/)
      }),
    )
  })
})

test("isMimeType takes types with parameters and nothing that breaks a header", () => {
  for (const given of ["image/png", "text/plain; charset=utf-8", 'a/b;x="y z"', "application/vnd.ms-excel", "x-a/x+b"])
    assert.ok(isMimeType(given), given)
  for (const given of ["png", "image/", "/png", "text/plain\r\nX: y", "a/b; c", "a/b,c/d", 'a/b;x="ü"', "a /b", "a/b;"])
    assert.ok(!isMimeType(given), given)
})

describe("base64", () => {
  test("is read with or without line breaks and padding, and otherwise to the letter", () => {
    for (const right of ["SGVsbG8=", "SGVsbG8", "SGVs\r\nbG8=\n", " SGVs bG8="]) {
      assert.equal(decodeBase64(right)?.toString(), "Hello")
      assert.equal(decodedLength(right), 5)
    }
    assert.equal(decodeBase64("")?.length, 0)
    for (const wrong of ["data:;base64,SGVsbG8=", "-_-_", "SGVsbG9=", "====", "ä"])
      assert.equal(decodeBase64(wrong), undefined, wrong)
  })

  test("tells its length before it is decoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const data = Buffer.from(bytes).toString("base64")
        assert.equal(decodedLength(data), bytes.length)
        assert.deepEqual(decodeBase64(data), Buffer.from(bytes))
      }),
    )
  })
})

describe("rangeOf", () => {
  const etag = '"e"'
  const of = (range: string, more: object = {}, size = 10) =>
    rangeOf({ method: "GET", headers: { range, ...more }, size, etag })

  test("one range, from a byte, to a byte or counted from the end", () => {
    assert.deepEqual(of("bytes=0-0"), { start: 0, end: 0 })
    assert.deepEqual(of("bytes=2-5"), { start: 2, end: 5 })
    assert.deepEqual(of("bytes=2-"), { start: 2, end: 9 })
    assert.deepEqual(of("bytes=2-900"), { start: 2, end: 9 })
    assert.deepEqual(of("bytes=-3"), { start: 7, end: 9 })
    assert.deepEqual(of("bytes=-900"), { start: 0, end: 9 })
    assert.deepEqual(of(`bytes=0-${"9".repeat(400)}`), { start: 0, end: 9 })
  })

  test("all of it for several ranges, nonsense, another version and HEAD", () => {
    for (const range of ["bytes=0-1,3-4", "bytes=-", "bytes=5-2", "lines=1-2", "bytes=a-b", ""])
      assert.equal(of(range), undefined, range)
    assert.deepEqual(of("bytes=0-1", { "if-range": etag }), { start: 0, end: 1 })
    assert.equal(of("bytes=0-1", { "if-range": '"other"' }), undefined)
    assert.equal(of("bytes=0-1", { "if-range": `W/${etag}` }), undefined)
    assert.equal(of("bytes=0-1", { "if-none-match": '"other"' }), undefined)
    assert.equal(rangeOf({ method: "HEAD", headers: { range: "bytes=0-1" }, size: 10, etag }), undefined)
  })

  test("none behind the end", () => {
    for (const range of ["bytes=10-", "bytes=10-12", "bytes=-0"]) assert.equal(of(range), "unsatisfiable", range)
    for (const range of ["bytes=0-0", "bytes=-5"]) assert.equal(of(range, {}, 0), "unsatisfiable", range)
  })
})

describe("imageSizeOf", () => {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex")
  const png = (size: string) => bytes(`89504e470d0a1a0a 0000000d 49484452 ${size} 08060000 00`)
  const riff = (chunk: string, hex: string) =>
    Buffer.concat([Buffer.from("RIFF\x20\0\0\0WEBP", "latin1"), Buffer.from(chunk), bytes(hex)])

  test("reads PNG, GIF, JPEG and the three kinds of WebP", () => {
    assert.deepEqual(imageSizeOf(png("00000280 000001e0")), { width: 640, height: 480 })
    assert.deepEqual(imageSizeOf(bytes("474946383961 8002 e001 000000")), { width: 640, height: 480 })
    const jpeg = bytes("ffd8 ffe0 0004 aabb ffff c4 0003 00 ffc2 0011 08 01e0 0280 03")
    assert.deepEqual(imageSizeOf(jpeg), { width: 640, height: 480 })
    const extended = riff("VP8X", "0a000000 00000000 7f0200 df0100")
    assert.deepEqual(imageSizeOf(extended), { width: 640, height: 480 })
    const lossless = riff("VP8L", "10000000 2f 7fc27700 0000000000")
    assert.deepEqual(imageSizeOf(lossless), { width: 640, height: 480 })
    const lossy = riff("VP8 ", "10000000 000000 9d012a 8002 e001")
    assert.deepEqual(imageSizeOf(lossy), { width: 640, height: 480 })
  })

  test("says nothing of sizes that are none", () => {
    for (const size of ["00000000 00000001", "00000001 00000000", "ffffffff ffffffff", "000f4241 00000001"])
      assert.equal(imageSizeOf(png(size)), undefined)
  })

  test("ends on anything, with a size or without", () => {
    const beginnings = [png("00000001 00000001"), bytes("ffd8ffe0"), bytes("474946383961"), riff("VP8X", ""), bytes("")]
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }), fc.nat(60), (begin, rest, cut) => {
        const size = imageSizeOf(Buffer.concat([begin.subarray(0, cut), rest]))
        assert.ok(size === undefined || (size.width >= 1 && size.height >= 1))
      }),
      { numRuns: 500 },
    )
  })
})
