internal import Foundation

/// A response while it arrives.
struct IncomingResponse {
    private let largestBody: Int
    private var status = 0
    private var headers: [String: String] = [:]
    private var body: [UInt8] = []
    private(set) var failure: CurlError?

    init(largestBody: Int) { self.largestBody = largestBody }

    /// Whether the status has arrived. An interim one, such as 100, doesn't count.
    var hasBegun: Bool { status >= 200 }

    var response: S3Response { S3Response(status: status, headers: headers, body: body) }

    /// Adds a line of the header, with its line break.
    mutating func addLine(_ bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // An interim response may have come before.
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
            headers = [:]
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...]
            headers[line[..<colon].lowercased()] = value.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Adds a part of the body, and returns whether it isn't too long.
    mutating func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if body.isEmpty {
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            guard hasRoom(for: length) else { return false }
            body.reserveCapacity(max(length, bytes.count))
        }
        guard hasRoom(for: body.count + bytes.count) else { return false }
        body.append(contentsOf: bytes)
        return true
    }

    private mutating func hasRoom(for count: Int) -> Bool {
        if count > largestBody { failure = .largeResponse(limit: largestBody) }
        return count <= largestBody
    }
}
