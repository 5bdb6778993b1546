import ArgumentParser
import MarketImages

/// What `openmarket serve` starts to decode uploads; nothing for people.
struct PictureWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture-worker",
        abstract: "Decode pictures for the server that started this process.",
        shouldDisplay: false
    )

    func run() {
        PictureWorker.run()
    }
}
