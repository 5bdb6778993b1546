import HTTPTypes
import MarketModels

/// The revision that a client was told after its last write, which it sends back for a while: in the header that the
/// response had, or in a cookie.
///
/// It may come from any node of the market, and from anybody else.
enum KnownRevision {
    static let cookie = "revision"
    /// The time in seconds for which browsers send the cookie. After a second, all servers have seen the write.
    static let cookieLifetime = 60

    /// Returns the latest revision that a request names, or nil if it names none that could be one.
    static func latest(in fields: HTTPFields) -> Revision? {
        var latest: Revision?
        for field in fields {
            guard let revision = revision(in: field) else { continue }
            latest = max(latest ?? revision, revision)
        }
        return latest
    }

    /// Returns the revision that a field names, or nil if it isn't such a field.
    private static func revision(in field: HTTPField) -> Revision? {
        switch field.name {
        case .marketRevision: revision(of: field.value[...])
        case .cookie: field.value.split(separator: ";").lazy.compactMap(revision(ofCookie:)).first
        default: nil
        }
    }

    private static func revision(ofCookie pair: Substring) -> Revision? {
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix(cookie + "=") else { return nil }
        return revision(of: pair.dropFirst(cookie.utf8.count + 1))
    }

    /// Reads decimal digits only, as they are written.
    private static func revision(of text: Substring) -> Revision? {
        guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int64(text).map { Revision(rawValue: $0) }
    }
}
