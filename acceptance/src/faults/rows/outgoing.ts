import type { Row } from "./row.ts"

const spellings = "server/src/http/outgoing/spellings.rules.test.ts"
const calls = "server/src/http/outgoing/safe-fetch.rules.test.ts"
const exchanges = "server/src/http/outgoing/exchange.rules.test.ts"
const encrypted = "server/src/http/outgoing/encrypted.rules.test.ts"

/** Calls to where nobody should be called. */
export const outgoingRows: Record<string, Row> = {
  S1: {
    says: "a URL for this machine, in every spelling of 127.0.0.1 and 0.0.0.0",
    tests: [[spellings, "in every spelling of 127.0.0.1 and 0.0.0.0 (S1)"]],
  },
  S2: {
    says: "special addresses of IPv6, also those that hold one of IPv4",
    tests: [
      [spellings, "in every form of IPv6, also those that hold an IPv4 address (S2)"],
      [calls, "allows the gateway to IPv4, and not what is private behind it"],
    ],
  },
  S3: {
    says: "private and special addresses of IPv4",
    tests: [
      [spellings, "at both ends of every special range of IPv4, and Azure's own (S3)"],
      [spellings, "while its public neighbours are not"],
    ],
  },
  S4: {
    says: "names that lead inside, or do so only when they are called",
    tests: [
      [calls, "is refused where any of its addresses is, however it is reached (S4)"],
      [calls, "is asked for once, and what was checked is connected to, whatever it says next (S4)"],
      [encrypted, "is for the name, though it goes to the address that was checked (S4)"],
    ],
  },
  S5: { says: "redirects to the inside", tests: [[exchanges, "is given as it is, and not followed (W6, S5)"]] },
  S6: {
    says: "URLs that two readers take for two hosts",
    tests: [
      [spellings, "that two readers could take for two hosts is refused, or means what is stored (S6)"],
      [spellings, "may have 2,048 characters, as it is stored too"],
      [calls, "that ends in localhost is asked of nobody"],
    ],
  },
  S7: { says: "other schemes than http and https", tests: [[spellings, "of another scheme is refused (S7)"]] },
  S8: { says: "ports of other services", tests: [[spellings, "with a port that is not on the list is refused (S8)"]] },
  S9: {
    says: "the arithmetic of networks",
    tests: [
      ["server/src/networks.rules.test.ts", "is inside a network as counting has it, at its edges too (S9)"],
      ["server/src/networks.rules.test.ts", "is refused where it is not written exactly"],
    ],
  },
  S10: {
    says: "what failures tell of ports: inside nothing, since nothing is called there; outside the same for closed and filtered ones",
    tests: [
      [exchanges, "says the same of a port that is closed and of one that lets nobody in (S10)"],
      [calls, "is refused where any of its addresses is, however it is reached (S4)"],
    ],
  },
  S11: {
    says: "a proxy in the environment",
    tests: [[encrypted, "neither leads calls over a proxy nor lets certificates pass (S11)"]],
  },
  S12: {
    says: "our own addresses, and what the operator denies",
    tests: [
      [spellings, "where it is one of our own, though it looks like any other (S12)"],
      [calls, "is not called by the desk itself, by name or address, unless they allow it (S12)"],
      [calls, "allows private networks, and denies what they like above all (S12, S13)"],
    ],
  },
  S13: {
    says: "private networks that the operator allows, seen in `desk doctor` and the log",
    tests: [
      [calls, "allows private networks, and denies what they like above all (S12, S13)"],
      ["server/src/config.rules.test.ts", "names only whole networks, ports that there are, and servers by address"],
      ["acceptance/src/command-line.test.ts", "says what is wrong and how to mend it, and fails"],
      ["acceptance/src/serve.test.ts", "serve says in its log which private networks it may call (S13)"],
    ],
  },
  S14: {
    says: "DNS that is slow, huge or turns in circles",
    tests: [
      [calls, "that is slow, endless or turns in circles ends long before the call would (S14)"],
      [calls, "with many addresses does not make the desk knock at all of them"],
    ],
  },
}
