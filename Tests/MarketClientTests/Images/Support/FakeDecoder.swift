import Foundation
import MarketClient
import Synchronization

/// An image as ``FakeDecoder`` decodes it.
struct FakeImage: Hashable, Sendable {
    let text: String
    let size: PixelSize?

    init(_ url: URL, _ size: PixelSize? = nil) {
        text = url.absoluteString
        self.size = size
    }

    init(text: String, size: PixelSize?) {
        self.text = text
        self.size = size
    }
}

/// Decodes texts into images. It can be made to wait, and refuses the text `bad`.
final class FakeDecoder: ImageDecoding {
    struct Refused: Error {}

    private struct State: Sendable {
        var started: [FakeImage] = []
        var waiting: [Int: (image: FakeImage, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var cancelled = 0
        var running = 0
        var mostAtOnce = 0
        var ranOnMainThread = false
    }

    /// Returns the cost of an image: the pixels of its box, or 100 without one.
    static func cost(_ size: PixelSize?) -> Int { size.map { $0.width * $0.height } ?? 100 }

    private let state = Mutex(State())
    private let waits: Bool

    init(waits: Bool = false) {
        self.waits = waits
    }

    var started: [FakeImage] { state.withLock { $0.started } }
    var waiting: [FakeImage] {
        state.withLock { state in state.waiting.sorted { $0.key < $1.key }.map(\.value.image) }
    }
    var cancelledCount: Int { state.withLock { $0.cancelled } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    var ranOnMainThread: Bool { state.withLock { $0.ranOnMainThread } }

    func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<FakeImage> {
        let image = FakeImage(text: String(decoding: data, as: UTF8.self), size: size)
        note { Thread.isMainThread }
        let number = state.withLock { state in
            state.started.append(image)
            state.running += 1
            state.mostAtOnce = max(state.mostAtOnce, state.running)
            return state.started.count
        }
        defer { state.withLock { $0.running -= 1 } }
        if waits, await !turn(of: image, number) { throw CancellationError() }
        guard image.text != "bad" else { throw Refused() }
        return DecodedImage(image: image, cost: Self.cost(size))
    }

    /// Releases the oldest waiting decoding.
    func release() async {
        await Eventually.holds { !self.waiting.isEmpty }
        let next = state.withLock { state in state.waiting.keys.min().flatMap { state.waiting.removeValue(forKey: $0) }
        }
        next?.continuation.resume(returning: true)
    }

    private func note(_ isMainThread: () -> Bool) {
        if isMainThread() { state.withLock { $0.ranOnMainThread = true } }
    }

    /// - Returns: false if the task was cancelled.
    private func turn(of image: FakeImage, _ number: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled {
                        state.cancelled += 1
                        return true
                    }
                    state.waiting[number] = (image, continuation)
                    return false
                }
                if isCancelled { continuation.resume(returning: false) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: number)
                if waiting != nil { state.cancelled += 1 }
                return waiting
            }
            waiting?.continuation.resume(returning: false)
        }
    }
}
