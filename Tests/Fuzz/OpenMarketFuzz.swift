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
                outcome = FuzzRun(options, try Corpus(folder: options.corpusFolder)).run()
            }
            exit(outcome.rawValue)
        } catch FuzzOptions.Problem.usage(let problem) {
            Console.write("\(problem)\n\n\(FuzzOptions.usage)")
        } catch FuzzOptions.Problem.emptyCorpus(let folder) {
            Console.write("\(folder) has no requests (*.http) of both kinds: multipart and JSON")
        } catch {
            Console.write("\(error)")
        }
        exit(FuzzRun.Outcome.misused.rawValue)
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
