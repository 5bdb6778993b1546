/// Runs inputs against their targets.
struct InputRunner {
    private let multipart = MultipartTarget()
    private let json = JSONTarget()
    private let fields = FieldsTarget()
    private let query = QueryTarget()
    private var comparison = Comparison()

    /// Reads an input whole and in chunks.
    ///
    /// - Returns: a description of the failure, or nil, and the average time of one reading in nanoseconds.
    mutating func run(_ input: FuzzInput, _ random: RandomSource) -> (problem: String?, time: UInt64) {
        var random = random
        let cuts = [Cut.any(for: input.bytes.count, &random)]
        let start = Measuring.threadTime()
        let problem = run(input, cuts, &random)
        let time = Measuring.threadTime() - start
        // Every input is read twice; fields are checked six times, the later ones often in less time.
        return (problem, time / (input.target == .fields ? 4 : 2))
    }

    /// Reads an input in every split into two, byte by byte and in a thousand other ways.
    mutating func runInEveryWay(_ input: FuzzInput) -> String? {
        var random = RandomSource(seed: 0, number: 0)
        var cuts = [Cut.single]
        cuts += (0...min(input.bytes.count, 10_000)).map { Cut.two(at: $0) }
        cuts += (0..<1000).map { _ in Cut.any(for: input.bytes.count, &random) }
        return run(input, cuts, &random)
    }

    private mutating func run(_ input: FuzzInput, _ cuts: [Cut], _ random: inout RandomSource) -> String? {
        switch input.target {
        case .multipart: comparison.run(multipart, input, cuts, &random)
        case .json: comparison.run(json, input, cuts, &random)
        case .fields: fields.run(input)
        case .query: query.run(input)
        }
    }
}
