import ArgumentParser
import MarketImages

/// The hidden command that `openmarket serve` starts to decode uploads.
struct ImageWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture-worker",
        abstract: "Decode pictures for the server that started this process.",
        shouldDisplay: false
    )

    func run() {
        ImageWorker.run()
    }
}
