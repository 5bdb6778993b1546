import Foundation

/// An input to start from, and the tokens that are meaningful in it.
struct Seed: Sendable {
    let contentType: String?
    let bytes: [UInt8]
    var tokens: [[UInt8]] = []
}

/// Recorded requests and inputs that earlier runs have kept, grouped by target.
struct Corpus: Sendable {
    /// The size of a file with a kept input. So small ones are read in every split into two within milliseconds.
    private static let keptByteCount = 4096

    private(set) var multipart: [Seed] = []
    private(set) var json: [Seed] = []
    private(set) var query = QueryGenerator.seeds
    /// The inputs that earlier runs have kept, by the names of their files.
    private(set) var kept: [(file: String, input: FuzzInput)] = []

    /// - Throws: when a folder can't be read, a kept input is too large, or there is no request for one of the targets.
    init(folders: [String]) throws {
        for folder in folders {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".http") }
            for file in files.sorted() { try add(file: "\(folder)/\(file)") }
        }
        guard !multipart.isEmpty, !json.isEmpty else { throw FuzzOptions.Problem.emptyCorpus }
        for text in Self.smallMultipart {
            let type = "multipart/form-data; boundary=B"
            add(multipart: FuzzInput(target: .multipart, contentType: type, bytes: Array(text.utf8)))
        }
        for text in Self.smallJSON { add(json: Array(text.utf8)) }
    }

    private mutating func add(file: String) throws {
        let data = try Data(contentsOf: URL(filePath: file))
        guard let input = FuzzInput(file: data), !input.bytes.isEmpty else { return }
        if input.isKept {
            guard data.count <= Self.keptByteCount else { throw FuzzOptions.Problem.largeInput(file: file) }
            kept.append((file, input))
        }
        switch input.target {
        case .multipart: add(multipart: input)
        case .json, .fields: add(json: input.bytes)
        case .query: query.append(Seed(contentType: nil, bytes: input.bytes))
        }
    }

    private mutating func add(multipart input: FuzzInput) {
        // The first line with dashes names the boundary.
        let lines = input.bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })
        let line = Array(lines.first { $0.starts(with: Self.dashes) } ?? [])
        multipart.append(
            Seed(contentType: input.contentType, bytes: input.bytes, tokens: line.isEmpty ? [] : Self.tokens(of: line))
        )
        // Photos without their middle and a one-letter boundary exercise the same code in less time.
        guard !line.isEmpty else { return }
        let boundary = String(decoding: line.drop { $0 == UInt8(ascii: "-") }, as: UTF8.self)
        let short = Self.shortened(input.bytes).replacing(boundary.utf8, with: "B".utf8)
        let type = input.contentType?.replacing(boundary, with: "B")
        let tokens = Self.tokens(of: line.replacing(boundary.utf8, with: "B".utf8))
        for _ in 0..<15 { multipart.append(Seed(contentType: type, bytes: short, tokens: tokens)) }
        // The content is JSON.
        if let start = short.firstRange(of: Array("{\"".utf8)),
            let end = short[start.upperBound...].firstRange(of: Array("\"}".utf8))
        {
            add(json: Array(short[start.lowerBound..<end.upperBound]))
        }
    }

    private static let dashes = Array("--".utf8)

    private static func tokens(of line: [UInt8]) -> [[UInt8]] {
        let lineBreak = Array("\r\n".utf8)
        let broken = lineBreak + line
        return [line, broken, broken + lineBreak, broken + dashes, broken.dropLast(), broken + Array(" ".utf8)]
    }

    private mutating func add(json bytes: [UInt8]) {
        guard !json.contains(where: { $0.bytes == bytes }) else { return }
        json.append(Seed(contentType: nil, bytes: bytes))
    }

    /// Returns the bytes with every JPEG reduced to its beginning and its end.
    private static func shortened(_ bytes: [UInt8]) -> [UInt8] {
        var short: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstRange(of: [0xFF, 0xD8, 0xFF])?.lowerBound,
            let end = rest[start...].firstRange(of: [0xFF, 0xD9])?.upperBound
        {
            short += rest[..<start] + rest[start..<end].prefix(24) + rest[start..<end].suffix(8)
            rest = rest[end...]
        }
        return short + rest
    }

    private static let smallMultipart = [
        "--B\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{}\r\n--B--\r\n",
        "--B\r\n--B\r\nContent-Disposition: form-data; name=params\r\n\r\n--B\r\n\r\n\r\nx\r\n--B  \r\n\r\n--B--",
        "--B\nContent-Disposition: form-data; filename*=UTF-8''%EC%9D%98; name=\"a\\\"b\"\n\n\nx\n--B--",
        "Hello.\r\n--B\r\ncontent-disposition: form-data;\r\n\tname=\"images[]; filename=\"a;b.jpg\"\r\n\r\n\r\n\r\n--B",
    ]
    private static let smallJSON = [
        #"{"name":"의자","price":19.90,"a":[1,"2",null,{"b":[]}],"x":["AAAA"],"b":true,"c":"\ud83e\ude91\n"}"#,
        #""p\u0061ss""#, "\u{FEFF}{\"a\" : NaN , \"b\":{\"a\":[[[[{}]]]]}}",
        #"{"secret":"\\\"\/","a":[],"x":"\u12"}"#, #"{"images":["","\/9j\/4AAQ","AA=="],"id":1}"#,
    ]
}
