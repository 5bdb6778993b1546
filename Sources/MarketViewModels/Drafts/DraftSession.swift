import Observation

/// Saves the contents of a form as a draft soon after each change, and offers an earlier draft.
///
/// While an earlier draft is offered, nothing is saved, so that it isn't overwritten before the user has decided. Of several forms
/// for the same draft, one may still be waiting for its last images when the next one is opened: they access it in turn.
@Observable
@MainActor
final class DraftSession<Draft: Sendable> {
    /// Access to the draft in a store.
    struct Slot {
        let order: DraftOrder
        let read: @Sendable () async throws(DeviceStoreError) -> Draft?
        let save: @Sendable (Draft) async throws(DeviceStoreError) -> Void
        let remove: @Sendable () async throws(DeviceStoreError) -> Void
    }

    /// What to store for the current state of a form.
    enum Content {
        case draft(Draft)
        /// The form contains nothing worth saving.
        case nothing
        /// The stored draft stays as it is.
        case unchanged
    }

    /// The time from a change until it is saved. Further changes don't extend it.
    private static var delay: Duration { .seconds(1) }

    /// The earlier draft, until the user has decided about it.
    private(set) var offered: Draft?
    /// Whether the last attempt to save failed.
    private(set) var hasFailed = false
    /// Returns whether an earlier draft contains anything new. Otherwise it is removed.
    @ObservationIgnored var isWorthOffering: @MainActor (Draft) -> Bool = { _ in true }

    private let slot: Slot
    private let sleep: @Sendable (Duration) async throws -> Void
    @ObservationIgnored private var isRead = false
    @ObservationIgnored private var isFinished = false
    @ObservationIgnored private var timer: Task<Void, Never>?

    /// Creates a session.
    init(_ slot: Slot, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.slot = slot
        self.sleep = sleep
    }

    // MARK: Earlier draft

    /// Reads the stored draft and offers it, unless it was read before.
    func find() async {
        await inOrder { await self.readOnce() }
    }

    /// Returns the offered draft, which the form now contains.
    func accept() -> Draft? {
        defer { offered = nil }
        return offered
    }

    /// Removes the stored draft.
    func discard() async {
        cancelTimer()
        offered = nil
        await inOrder { [self] in
            (isRead, offered) = (true, nil)
            // If this fails, the draft is offered again.
            try? await slot.remove()
        }
    }

    private func readOnce() async {
        guard !isRead, !isFinished else { return }
        do throws(DeviceStoreError) {
            let found = try await slot.read()
            isRead = true
            guard let found else { return }
            if isWorthOffering(found) { offered = found } else { try await slot.remove() }
        } catch {
            // It may be readable the next time.
        }
    }

    // MARK: Saving

    /// Saves the form soon.
    ///
    /// - Parameter content: Returns what to save at that time. It is retained until then, so that a form that is closed
    ///   in the meantime is saved.
    func saveSoon(_ content: @escaping @MainActor () -> Content) {
        guard timer == nil, !isFinished else { return }
        timer = Task { [sleep] in
            try? await sleep(Self.delay)
            guard !Task.isCancelled else { return }
            await save(content)
        }
    }

    /// Saves the form now, after all earlier accesses.
    func save(_ content: @escaping @MainActor () -> Content) async {
        cancelTimer()
        await inOrder { await self.store(content) }
    }

    /// Saves a form that was closed, once it is complete, and then nothing any more.
    ///
    /// - Parameter isComplete: Returns when all of the form is there.
    func close(
        when isComplete: @escaping @MainActor () async -> Void,
        _ content: @escaping @MainActor () -> Content
    ) async {
        cancelTimer()
        await inOrder { [self] in
            await isComplete()
            await store(content)
            isFinished = true
        }
    }

    private func store(_ content: () -> Content) async {
        await readOnce()
        guard offered == nil, !isFinished else { return }
        do throws(DeviceStoreError) {
            // A draft that can't be read now must not be overwritten.
            guard isRead else { throw .unusable("unread") }
            switch content() {
            case .draft(let draft): try await slot.save(draft)
            case .nothing: try await slot.remove()
            case .unchanged: return
            }
            hasFailed = false
        } catch {
            hasFailed = true
        }
    }

    /// Removes the draft of a form that was sent. Nothing is saved any more.
    ///
    /// - Parameter includingOffered: Whether to remove also an earlier draft that isn't part of the form.
    func finish(includingOffered: Bool = false) async {
        cancelTimer()
        await inOrder { [self] in
            isFinished = true
            guard includingOffered || isRead && offered == nil else { return }
            offered = nil
            try? await slot.remove()
        }
    }

    private func cancelTimer() {
        timer?.cancel()
        timer = nil
    }

    /// Runs an access to the store after all earlier ones, so that an old state never replaces a newer one.
    private func inOrder(_ access: @escaping @MainActor () async -> Void) async {
        let previous = slot.order.last
        let task = Task {
            await previous?.value
            await access()
        }
        slot.order.last = task
        await task.value
    }
}

/// The order of the accesses to one draft, by all forms for it.
@MainActor
final class DraftOrder {
    var last: Task<Void, Never>?
}
