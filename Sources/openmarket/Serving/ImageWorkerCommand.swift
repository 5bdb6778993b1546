import ArgumentParser
import MarketImages

/// The hidden command that `openmarket serve` starts to decode uploads and to draw share images.
struct ImageWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image-worker",
        abstract: "Decode or draw pictures for the server that started this process.",
        shouldDisplay: false
    )

    @Flag(help: "Draw the pictures that messengers show for links, instead of decoding uploads.")
    var shareImages = false

    func run() {
        ImageWorker.run(shareImages ? .drawingShareImages : .decodingUploads)
    }
}
