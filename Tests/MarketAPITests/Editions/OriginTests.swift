import Foundation
import MarketAPI
import Testing

struct OriginTests {
    @Test(arguments: ["localhost", "localhost:8080", "10.0.0.2:80", "[::1]:8080", "a-b.example"])
    func authoritiesOfRequestsAreTaken(_ authority: String) {
        #expect(Origin(scheme: "http", authority: authority)?.text == "http://\(authority)")
    }

    @Test(arguments: [
        "", "a b", "a\"b", "a<b", "a/b", "a\\b", "한국", "a\u{0}", "user@host", String(repeating: "a", count: 256),
    ])
    func whatCannotStandInALinkIsNot(_ authority: String) {
        #expect(Origin(scheme: "http", authority: authority) == nil)
    }

    @Test(
        arguments: zip(
            [
                "https://m.example", "HTTP://m.example/", "https://m.example:8443//", "http://[::1]:8080",
                "http://[::1]",
            ],
            ["https://m.example", "http://m.example", "https://m.example:8443", "http://[::1]:8080", "http://[::1]"]
        )
    )
    func baseURLLosesItsLastSlash(_ given: String, _ text: String) {
        #expect(Origin(baseURL: given)?.text == text)
    }

    @Test(arguments: [
        "", "m.example", "ftp://m.example", "https://", "https:///path", "https://m.example/?q",
        "https://m.example/shop",
        "https://m.example:8443/a/b/", "https://m.example:99999", "https://m.example:0", "https://m.example:",
        "https://m.example:http", "https://장터.한국/도움말", "https://me@장터.한국", "https://장 터.한국",
    ])
    func otherBaseURLsAreRefused(_ given: String) {
        #expect(Origin(baseURL: given) == nil)
    }

    @Test(arguments: ["https://장터.한국", "https://장터.한국/", "https://장터.한국".decomposedStringWithCanonicalMapping])
    func koreanHostIsWhatBrowsersSend(_ given: String) {
        #expect(Origin(baseURL: given)?.text == "https://xn--vv5bo8o.xn--3e0b707e")
        #expect(Origin(baseURL: "https://장터.한국:8443")?.authority == "xn--vv5bo8o.xn--3e0b707e:8443")
    }
}
