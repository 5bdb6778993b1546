import Testing

@testable import MarketAPI

/// Malformed bodies, the same in every run: nothing crashes or hangs, no bound on held bytes is exceeded, and the
/// result doesn't depend on how the body is split.
@Suite struct MultipartFuzzTests {
    private static let seeds: [[UInt8]] = [
        bodyOfApp(), bodyOfApp(prefix: lines("", "Hello."), delimiter: "------B", end: []),
        bodyOfApp(params: [#"Content-Disposition:form-data; name="images[]; filename="a.jpg""#], behindData: lines("")),
        lines("--B", "--B", paramsHeader, "", "--B", imageHeader, "", "x", "--B  ", "", "--B--"),
        Array("--B\n\(paramsHeader)\n\nx\n--B\nContent-Disposition: form-data; filename*=UTF-8''%EC\n\n\n--B--".utf8),
    ]
    private static let types = [
        "multipart/form-data; boundary=B", #"multipart/form-data; boundary="--B"; charset=utf-8"#, nil,
        "multipart/form-data; boundary=-", "multipart/form-data; boundary=other",
    ]
    private static let tokens = [
        "\r\n", "\n", "\r", "--", "--B", "\r\n--B", "--B--", "\"", ";", "name=", ":", " ", "\0",
    ]
    .map { Array($0.utf8) }

    @Test func brokenBodiesDoNoHarm() {
        var fuzzer = Fuzzer(seed: 1, seeds: Self.seeds, tokens: Self.tokens)
        let limits = MultipartLimits(partCount: 8, headerByteCount: 256, preambleByteCount: 256)
        for _ in 0..<Fuzzer.rounds {
            let bytes = fuzzer.next()
            let type = Self.types[fuzzer.choose(Self.types.count)]
            let whole = readMultipart([bytes[...]], contentType: type, limits: limits)
            let pieces = readMultipart(fuzzer.cut(bytes), contentType: type, limits: limits)
            // Stop at the first failure to keep the report short.
            guard whole == pieces, pieces.peak <= 2 * 256 + 200 + 70 else {
                Issue.record("\(bytes) with \(type ?? "no type") held \(pieces.peak)")
                return
            }
        }
    }
}
