import HTTPTypes
package import Hummingbird
import MarketAPI

/// What a request says about the response that it wants: the representations that the client has (`If-None-Match`), and the
/// codings that it reads (`Accept-Encoding`). The response cache and the router both read it here.
package struct ContentNegotiation {
    private var knownTags: String?
    private var codings: String?

    init() {}

    init(_ fields: HTTPFields) {
        for field in fields { read(field) }
    }

    /// Reads a line of the header. Several lines of a field are one list (RFC 9110, section 5.3).
    mutating func read(_ field: HTTPField) {
        switch field.name {
        case .ifNoneMatch: Self.append(field.value, to: &knownTags)
        case .acceptEncoding: Self.append(field.value, to: &codings)
        default: break
        }
    }

    private static func append(_ value: String, to list: inout String?) {
        list = list.map { "\($0), \(value)" } ?? value
    }

    /// Whether the client has the representation with the tag already.
    package func knows(_ tag: String) -> Bool { knownTags.map { EntityTag.isNamed(tag, in: $0) } ?? false }

    /// Whether what can be compressed is sent as gzip.
    package var wantsGzip: Bool { coding != .identity }

    var coding: ContentCoding { codings.map { ContentCoding(acceptedBy: $0) } ?? .identity }
}

extension Request {
    package var negotiation: ContentNegotiation { ContentNegotiation(headers) }
}

/// The coding of a response (RFC 9110, section 12.5.3).
enum ContentCoding {
    /// None: it is preferred, or gzip isn't accepted. A client that refuses both gets it anyway.
    case identity
    case gzipIfShorter
    /// The client refuses everything else.
    case gzip

    /// What browsers, URLSession and curl send, which is most of what is sent. It needn't be taken apart, which costs a
    /// cached response a fifth of its time.
    private static let usual = ["gzip, deflate, br", "gzip, deflate, br, zstd", "gzip, deflate", "gzip"]

    /// The length in bytes of the longest list that is read. Clients send a tenth of it, and an event loop reads it: lists of tens
    /// of kilobytes would take others' time.
    static let maximumByteCount = 512

    /// - Parameter list: the value of `Accept-Encoding`. One that is too long accepts nothing: everybody reads what isn't
    ///   compressed.
    init(acceptedBy list: String) {
        if Self.usual.contains(list) {
            self = .gzipIfShorter
            return
        }
        guard list.utf8.count <= Self.maximumByteCount else {
            self = .identity
            return
        }
        var (gzip, identity, others): (Int?, Int?, Int?)
        for item in list.split(separator: ",") {
            let parts = item.split(separator: ";", omittingEmptySubsequences: false)
            let weight = Self.weight(parts.dropFirst())
            // Of a coding that is named twice, the lower weight counts.
            switch parts[0].trimmingSpaces.lowercased() {
            case "gzip", "x-gzip": gzip = min(gzip ?? weight, weight)
            case "identity": identity = min(identity ?? weight, weight)
            case "*": others = min(others ?? weight, weight)
            default: break
            }
        }
        let weight = gzip ?? others ?? 0
        guard weight > 0, weight >= identity ?? 0 else {
            self = .identity
            return
        }
        self = identity ?? others == 0 ? .gzip : .gzipIfShorter
    }

    /// Returns a weight in thousandths. One that can't be read counts as 0: everybody reads what isn't compressed.
    private static func weight(_ parameters: some Sequence<Substring>) -> Int {
        for parameter in parameters {
            let text = parameter.trimmingSpaces.lowercased()
            guard text.hasPrefix("q=") else { continue }
            let digits = text.dropFirst(2).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard digits.allSatisfy({ $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }),
                let whole = Int(digits[0]), whole <= 1, digits.last?.utf8.count ?? 0 <= 3,
                let thousandths = Int(String((digits.dropFirst().first ?? "") + "000").prefix(3))
            else { return 0 }
            return min(1000, whole * 1000 + thousandths)
        }
        return 1000
    }
}
