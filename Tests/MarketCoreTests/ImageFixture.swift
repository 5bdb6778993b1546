import MarketModels
import Synchronization

@testable import MarketCore

/// A point where a task stops until a test releases it.
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

/// A minimal image store, processor and product store, for adding and removing images.
final class ImageFixture: ImageStore, ImageProcessor, ImageReferences, ReleasedImageStore {
    private struct State {
        var stored: Set<ImageName> = []
        var used: Set<ImageName> = []
        var released: [ReleasedImage] = []
        var releaseCount: Int64 = 0
        var gate: Checkpoint?
        var web: [ImageName: Set<WebImageWidth>] = [:]
        var changed: [ImageName: Timestamp] = [:]
        var trash: [ImageName: Timestamp] = [:]
        var mostNamesAtOnce = 0
        var deletionsFromTrash = 0
        var removalError: MarketError?
        var trashError: MarketError?
        var trashDeletionError: MarketError?
        var returnError: MarketError?
        var makings = 0
        var makingGate: Checkpoint?
        var makingError: MarketError?
        var checkError: MarketError?
    }

    private let state = Mutex(State())

    var stored: Set<ImageName> { state.withLock { $0.stored } }

    /// Returns a name made of the text's bytes.
    func name(_ text: String) -> ImageName {
        let bytes = Array(text.utf8.prefix(20))
        guard let name = ImageName(digest: bytes + [UInt8](repeating: 0, count: 20 - bytes.count)) else {
            preconditionFailure("20 bytes are a name")
        }
        return name
    }

    func upload(_ text: String) -> UploadedImage { UploadedImage(path: text, byteCount: 1) }
    func put(_ text: String) { state.withLock { _ = $0.stored.insert(name(text)) } }
    func put(_ text: String, changedAt moment: Timestamp) {
        put(text)
        state.withLock { $0.changed[name(text)] = moment }
    }
    func putInTrash(_ text: String, at moment: Timestamp) { state.withLock { $0.trash[name(text)] = moment } }
    var trash: Set<ImageName> { state.withLock { Set($0.trash.keys) } }
    /// The size of the largest set of names requested.
    var mostNamesAtOnce: Int { state.withLock { $0.mostNamesAtOnce } }
    /// How many times images were to be deleted from the trash.
    var deletionsFromTrash: Int { state.withLock { $0.deletionsFromTrash } }
    /// Makes removals fail; nil makes them work again.
    func failRemovals(_ error: MarketError?) { state.withLock { $0.removalError = error } }
    /// Makes checks fail; nil makes them succeed again.
    func failChecks(_ error: MarketError?) { state.withLock { $0.checkError = error } }
    /// Makes moving to the trash fail; nil makes it work again.
    func failTrash(_ error: MarketError?) { state.withLock { $0.trashError = error } }
    /// Makes deleting from the trash fail; nil makes it work again.
    func failDeletionsFromTrash(_ error: MarketError?) { state.withLock { $0.trashDeletionError = error } }
    /// Makes moving back from the trash fail; nil makes it work again.
    func failReturns(_ error: MarketError?) { state.withLock { $0.returnError = error } }
    func stopUsing(_ text: String) { state.withLock { _ = $0.used.remove(name(text)) } }
    /// Notes an image as a product does that is deleted.
    func release(_ text: String, at moment: Timestamp = Timestamp(millisecondsSinceEpoch: 0)) {
        state.withLock { state in
            state.used.remove(name(text))
            state.releaseCount += 1
            state.released.append(ReleasedImage(id: state.releaseCount, name: name(text), releasedAt: moment))
        }
    }
    /// The images that are noted as released.
    var released: [ImageName] { state.withLock { $0.released.map(\.name) } }
    func use(_ text: String) { state.withLock { _ = $0.used.insert(name(text)) } }

    func stopInsideNextRemoval() -> Checkpoint {
        let gate = Checkpoint()
        state.withLock { $0.gate = gate }
        return gate
    }

    /// The number of times that a web size was generated.
    var makings: Int { state.withLock { $0.makings } }

    func stopInsideNextMaking() -> Checkpoint {
        let gate = Checkpoint()
        state.withLock { $0.makingGate = gate }
        return gate
    }

    /// Makes the next generation of a web size fail.
    func failNextMaking(_ error: MarketError) { state.withLock { $0.makingError = error } }

    // MARK: ImageProcessor

    var sandbox: ImageSandbox? { nil }

    func makeWebImage(of full: StoredFile, width: WebImageWidth) async throws(MarketError) -> [UInt8] {
        let (gate, error) = state.withLock { state in
            defer { (state.makingGate, state.makingError) = (nil, nil) }
            state.makings += 1
            return (state.makingGate, state.makingError)
        }
        await gate?.pass()
        if let error { throw error }
        if Task.isCancelled { throw .unavailable(reason: "cancelled") }
        return [2]
    }

    func makeIcon(of full: [UInt8], side: Int) async throws(MarketError) -> [UInt8] { [UInt8(side % 256)] }

    func process(_ upload: UploadedImage, for client: ClientAddress) async throws(ImageError) -> ProcessedImage {
        if upload.path == "bad" { throw .damaged }
        return ProcessedImage(name: name(upload.path), width: 1, height: 1, full: [1], thumbnail: [1])
    }

    // MARK: ImageStore

    func save(_ image: ProcessedImage) async throws(MarketError) {
        state.withLock { _ = $0.stored.insert(image.name) }
    }

    func save(
        _ bytes: [UInt8],
        of name: ImageName,
        _ width: WebImageWidth
    ) async throws(MarketError) -> StoredFile? {
        state.withLock { state in
            guard state.stored.contains(name) else { return nil }
            state.web[name, default: []].insert(width)
            return file(name, width)
        }
    }

    func find(_ name: ImageName, _ size: ImageFile.Size) async throws(MarketError) -> StoredFile? {
        guard stored.contains(name) else { return nil }
        guard case .web(let width) = size else { return StoredFile(path: name.hexDigits, byteCount: 1) }
        return state.withLock { $0.web[name]?.contains(width) == true } ? file(name, width) : nil
    }

    private func file(_ name: ImageName, _ width: WebImageWidth) -> StoredFile {
        StoredFile(path: "\(name.hexDigits)-\(width.pixels)", byteCount: 1)
    }

    private func passGate() async {
        let gate = state.withLock { state in
            defer { state.gate = nil }
            return state.gate
        }
        await gate?.pass()
    }

    func remove(_ names: Set<ImageName>) async throws(MarketError) {
        await passGate()
        if let error = state.withLock({ $0.removalError }) { throw error }
        state.withLock { $0.stored.subtract(names) }
    }

    let partCount = 4

    func names(in part: Int) async throws(MarketError) -> Set<ImageName> {
        state.withLock {
            $0.mostNamesAtOnce = max($0.mostNamesAtOnce, $0.stored.filter { self.part(of: $0) == part }.count)
        }
        return stored.filter { self.part(of: $0) == part }
    }

    func names(
        among names: Set<ImageName>,
        unchangedSince moment: Timestamp
    ) async throws(MarketError) -> Set<ImageName> {
        state.withLock { state in names.filter { state.changed[$0].map { $0 < moment } ?? true } }
    }

    func moveToTrash(_ names: Set<ImageName>, at now: Timestamp) async throws(MarketError) {
        await passGate()
        if let error = state.withLock({ $0.trashError }) { throw error }
        state.withLock { state in
            for name in names where state.stored.remove(name) != nil { state.trash[name] = now }
        }
    }

    func takeFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {
        if let error = state.withLock({ $0.returnError }) { throw error }
        state.withLock { state in
            for name in names where state.trash.removeValue(forKey: name) != nil { state.stored.insert(name) }
        }
    }

    func deleteFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {
        if let error = state.withLock({ $0.trashDeletionError }) { throw error }
        state.withLock { state in
            state.deletionsFromTrash += 1
            for name in names where state.trash[name].map(day) == day(moment) { state.trash[name] = nil }
        }
    }

    func emptyTrash(before moment: Timestamp) async throws(MarketError) {
        state.withLock { state in state.trash = state.trash.filter { $0.value >= moment } }
    }

    /// Images are in the trash by days.
    private func day(_ moment: Timestamp) -> Int64 { moment.millisecondsSinceEpoch / 86_400_000 }

    private func part(of name: ImageName) -> Int {
        Int(name.hexDigits.prefix(2), radix: 16).map { $0 % partCount } ?? 0
    }
    func check() async throws(MarketError) {
        if let error = state.withLock({ $0.checkError }) { throw error }
    }

    // MARK: ImageReferences

    func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName> {
        state.withLock { names.subtracting($0.used) }
    }

    // MARK: ReleasedImageStore

    func releasedImages(named names: Set<ImageName>) async throws(MarketError) -> [ReleasedImage] {
        state.withLock { $0.released.filter { names.contains($0.name) } }
    }

    func releasedImages(after last: Int64, limit: Int) async throws(MarketError) -> [ReleasedImage] {
        state.withLock { Array($0.released.filter { $0.id > last }.prefix(limit)) }
    }

    func removeReleased(_ images: [ReleasedImage]) async throws(MarketError) {
        state.withLock { $0.released.removeAll(where: images.contains) }
    }
}
