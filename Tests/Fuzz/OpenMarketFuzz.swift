import Foundation

/// Feeds malformed requests to the request readers until one fails.
@main struct OpenMarketFuzz {
    static func main() {
        do {
            let options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
            let outcome: FuzzRun.Outcome
            if let file = options.replayedFile {
                outcome = try replay(file)
            } else {
                let corpus = try Corpus(folders: options.corpusFolders)
                guard readsAll(corpus.kept) else { exit(FuzzRun.Outcome.failed.rawValue) }
                Console.write("seed \(options.seed), and \(corpus.kept.count) inputs that earlier runs have kept")
                outcome = FuzzRun(options, corpus).run()
            }
            exit(outcome.rawValue)
        } catch FuzzOptions.Problem.usage(let problem) {
            Console.write("\(problem)\n\n\(FuzzOptions.usage)")
        } catch FuzzOptions.Problem.emptyCorpus {
            Console.write("the corpus has no requests (*.http) of both kinds: multipart and JSON")
        } catch FuzzOptions.Problem.largeInput(let file) {
            Console.write("\(file) is too large to be kept; cut out of it what makes it fail")
        } catch {
            Console.write("\(error)")
        }
        exit(FuzzRun.Outcome.misused.rawValue)
    }

    /// Reads inputs in every way, and says which of them fail.
    private static func readsAll(_ inputs: [(file: String, input: FuzzInput)]) -> Bool {
        var runner = InputRunner()
        var isFine = true
        for (file, input) in inputs {
            guard let problem = runner.runInEveryWay(input) else { continue }
            Console.write("FAILURE: \(problem)\n  the input: \(file)")
            isFine = false
        }
        return isFine
    }

    private static func replay(_ file: String) throws -> FuzzRun.Outcome {
        guard let input = FuzzInput(file: try Data(contentsOf: URL(filePath: file))) else {
            throw FuzzOptions.Problem.usage("\(file) is no request")
        }
        var runner = InputRunner()
        let start = Measuring.threadTime()
        _ = runner.run(input, RandomSource(seed: 0, number: 0))
        let time = (Measuring.threadTime() - start) / 1000
        let problem = runner.runInEveryWay(input)
        Console.write("\(input.target), \(input.bytes.count) bytes, \(time) µs: \(problem ?? "nothing is wrong")")
        return problem == nil ? .fine : .failed
    }
}
