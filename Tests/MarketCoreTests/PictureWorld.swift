import MarketCore
import MarketModels
import Synchronization

/// A place where a task stops until a test lets it go on.
actor Checkpoint {
    private var isReached = false
    private var isOpen = false
    private var waitingForReach: [CheckedContinuation<Void, Never>] = []
    private var waitingForOpening: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        isReached = true
        for waiter in waitingForReach { waiter.resume() }
        waitingForReach = []
        if !isOpen { await withCheckedContinuation { waitingForOpening.append($0) } }
    }

    func reached() async {
        if !isReached { await withCheckedContinuation { waitingForReach.append($0) } }
    }

    func open() {
        isOpen = true
        for waiter in waitingForOpening { waiter.resume() }
        waitingForOpening = []
    }
}

/// Just enough of an image store, a processor and a product store for pictures to come and go.
final class PictureWorld: ImageStore, ImageProcessor, PictureUse {
    private struct State {
        var stored: Set<PictureName> = []
        var used: Set<PictureName> = []
        var gate: Checkpoint?
    }

    private let state = Mutex(State())

    var stored: Set<PictureName> { state.withLock { $0.stored } }

    /// A name made of the text's bytes.
    func name(_ text: String) -> PictureName {
        let bytes = Array(text.utf8.prefix(20))
        guard let name = PictureName(digest: bytes + [UInt8](repeating: 0, count: 20 - bytes.count)) else {
            preconditionFailure("20 bytes are a name")
        }
        return name
    }

    func upload(_ text: String) -> UploadedImage { UploadedImage(path: text, byteCount: 1) }
    func put(_ text: String) { state.withLock { _ = $0.stored.insert(name(text)) } }
    func use(_ text: String) { state.withLock { _ = $0.used.insert(name(text)) } }

    func stopInsideNextRemoval() -> Checkpoint {
        let gate = Checkpoint()
        state.withLock { $0.gate = gate }
        return gate
    }

    // MARK: ImageProcessor

    func process(_ upload: UploadedImage) async throws(ImageError) -> ProcessedPicture {
        if upload.path == "bad" { throw .damaged }
        return ProcessedPicture(name: name(upload.path), width: 1, height: 1, full: [1], thumbnail: [1])
    }

    // MARK: ImageStore

    func save(_ picture: ProcessedPicture) async throws(StoreError) {
        state.withLock { _ = $0.stored.insert(picture.name) }
    }

    func find(_ name: PictureName, _ rendition: Rendition) async throws(StoreError) -> StoredFile? { nil }

    func remove(_ names: Set<PictureName>) async throws(StoreError) {
        let gate = state.withLock { state in
            defer { state.gate = nil }
            return state.gate
        }
        await gate?.pass()
        state.withLock { $0.stored.subtract(names) }
    }

    func names() async throws(StoreError) -> Set<PictureName> { stored }
    func check() async throws(StoreError) {}

    // MARK: PictureUse

    func unusedPictures(among names: Set<PictureName>) async throws(StoreError) -> Set<PictureName> {
        state.withLock { names.subtracting($0.used) }
    }
}
