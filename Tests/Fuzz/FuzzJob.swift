import Foundation

/// Generates inputs and runs them one after another on one thread.
struct FuzzJob {
    /// The number of failures after which the job stops.
    private static let maximumFailureCount: UInt64 = 10

    private let options: FuzzOptions
    private let index: Int
    private let status: FuzzStatus
    private let file: CurrentInputFile
    private let multipart: Mutator
    private let json: Mutator
    private let query: Mutator
    private var runner = InputRunner()
    private var slowest: UInt64 = 0

    init(_ options: FuzzOptions, index: Int, corpus: Corpus, status: FuzzStatus) {
        self.options = options
        self.index = index
        self.status = status
        file = CurrentInputFile(path: "\(options.keepFolder)/fuzz-current-\(index).http")
        multipart = Mutator(seeds: corpus.multipart, tokens: Tokens.multipart)
        json = Mutator(seeds: corpus.json, tokens: Tokens.json)
        query = Mutator(seeds: corpus.query, tokens: Tokens.query)
    }

    /// Runs every input whose number belongs to this job.
    mutating func run() {
        var input = FuzzInput(target: .multipart)
        var number = options.first + UInt64(index)
        while number - options.first < options.inputCount, !status.mustStop {
            var random = RandomSource(seed: options.seed, number: number)
            make(&input, number, &random)
            file.write(input, note: "seed \(options.seed) number \(number)")
            read(input, number, random)
            status.countInput()
            number += UInt64(options.jobCount)
        }
        // A run of a single input is for inspecting it.
        if options.inputCount > 1 { file.remove() }
        status.end()
    }

    private func make(_ input: inout FuzzInput, _ number: UInt64, _ random: inout RandomSource) {
        input.target = options.targets[Int(number % UInt64(options.targets.count))]
        input.hasNarrowLimits = random.isOne(in: 2)
        switch input.target {
        case .multipart:
            multipart.make(&input, &random)
            if random.isOne(in: 4) { input.contentType = random.choose(from: Tokens.contentTypes) }
            if random.isOne(in: 16) { spoil(&input.contentType, &random) }
        case .json:
            json.make(&input, &random)
        case .fields:
            input.hasNarrowLimits = false
            input.contentType = nil
            ListingGenerator.write(into: &input.bytes, &random)
            if random.isOne(in: 4) { json.change(&input.bytes, times: 1 + random.choose(3), &random) }
        case .query:
            input.hasNarrowLimits = false
            input.contentType = nil
            QueryGenerator.write(into: &input.bytes, &random)
            if random.isOne(in: 4) { query.change(&input.bytes, times: 1 + random.choose(3), &random) }
        }
    }

    /// Replaces bytes of a header's value with printable characters, so that it stays one line of a file.
    private func spoil(_ contentType: inout String?, _ random: inout RandomSource) {
        guard var bytes = contentType.map({ Array($0.utf8) }), !bytes.isEmpty else { return }
        for _ in 0..<(1 + random.choose(4)) {
            let place = random.choose(bytes.count)
            switch random.choose(3) {
            case 0: bytes[place] = UInt8(32 + random.choose(95))
            case 1:
                bytes.insert(
                    contentsOf: random.choose(from: [" ", ";", "\"", "=", "--", "boundary=", "의"]).utf8,
                    at: place
                )
            default: bytes.insert(contentsOf: repeatElement(bytes[place], count: random.choose(250)), at: place)
            }
        }
        contentType = String(decoding: bytes, as: UTF8.self)
    }

    private mutating func read(_ input: FuzzInput, _ number: UInt64, _ random: RandomSource) {
        var (problem, time) = runner.run(input, random)
        if problem == nil, time > Measuring.allowedTime(for: input.bytes.count) {
            // The first measurement may include unrelated work.
            time = min(time, runner.run(input, random).time)
            if time > Measuring.allowedTime(for: input.bytes.count) { problem = "it took \(time / 1_000_000) ms" }
        }
        if time > slowest {
            slowest = time
            status.note(time: time, "\(input.target) \(number), \(input.bytes.count) bytes")
        }
        if let problem { report(problem, input, number) }
    }

    private func report(_ problem: String, _ input: FuzzInput, _ number: UInt64) {
        let path = "\(options.keepFolder)/fuzz-\(input.target)-\(options.seed)-\(number).http"
        var data = Data(input.head(note: "seed \(options.seed) number \(number)").utf8)
        data.append(contentsOf: input.bytes)
        do {
            try data.write(to: URL(filePath: path))
        } catch {
            Console.write("\(path) can't be written: \(error)")
        }
        let target = options.targets.count == 1 ? " --target \(input.target)" : ""
        Console.write(
            """
            FAILURE: \(problem)
              the input: \(path), \(input.bytes.count) bytes
              again: openmarket-fuzz --replay \(path)
              or: openmarket-fuzz --seed \(options.seed) --first \(number) --inputs 1\(target) \(options.corpusFolders.joined(separator: " "))
            """
        )
        status.countFailure()
        if status.failures >= Self.maximumFailureCount { status.stop() }
    }
}
