import MarketClient
import MarketModels
import Observation

/// Loads what the market has now of the products that this device keeps, for ``MyListingsModel`` and ``FavoritesModel``: one load
/// at a time, and in it a few products at the same time.
@Observable
@MainActor
final class ProductLoads {
    /// How long products aren't loaded again just because the screen appears.
    private static let freshness = Duration.seconds(60)
    private static let loadsAtOnce = 4

    /// The state of the last load.
    private(set) var refresh = ListRefresh.none
    private let dependencies: AppDependencies
    @ObservationIgnored private var running: Task<Void, Never>?
    @ObservationIgnored private var loadedAt: Timestamp?

    init(_ dependencies: AppDependencies) {
        self.dependencies = dependencies
    }

    /// Whether all products were loaded within the last minute.
    var isFresh: Bool { loadedAt.map { dependencies.now().isWithin(Self.freshness, of: $0) } ?? false }

    /// Runs a load in place of one that is running, which is cancelled. When the calling task is cancelled, so is the load. It runs
    /// again when there is a network again, if it failed without one.
    ///
    /// - Parameter load: The load. It must not keep the model.
    func run(_ load: @escaping @MainActor () async -> Void) async {
        running?.cancel()
        let task = Task { await load() }
        running = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        // The caller has cancelled it, and no other load has replaced it.
        if running == task, refresh == .inFlight { refresh = .none }
        if case .failed(let error) = refresh {
            dependencies.connectivity?.whenReturned(self, after: error) { [weak self] in await self?.run(load) }
        }
    }

    /// Cancels the load that is running.
    func stop() {
        running?.cancel()
        running = nil
        refresh = .none
    }

    /// Loads products. If the market can't be reached, no further ones are requested.
    ///
    /// - Parameter receive: Called with each result as it comes, and with the error for those that aren't requested; not any
    ///   more when the calling task was cancelled.
    func load<Answer: Sendable>(
        _ ids: [Product.ID],
        with request: @escaping @Sendable (Product.ID) async throws(MarketClientError) -> Answer,
        receive: (Product.ID, Result<Answer, MarketClientError>) -> Void
    ) async {
        (loadedAt, refresh) = (nil, .inFlight)
        let failure = await results(of: ids, with: request, receive: receive)
        // A newer load or `stop()` may have replaced this one.
        guard !Task.isCancelled else { return }
        refresh = failure.map { .failed($0) } ?? .none
        loadedAt = failure == nil ? dependencies.now() : nil
    }

    /// - Returns: The first error, other than that a product is gone.
    private func results<Answer: Sendable>(
        of ids: [Product.ID],
        with request: @escaping @Sendable (Product.ID) async throws(MarketClientError) -> Answer,
        receive: (Product.ID, Result<Answer, MarketClientError>) -> Void
    ) async -> MarketClientError? {
        @Sendable func load(_ id: Product.ID) async -> (Product.ID, Result<Answer, MarketClientError>) {
            do throws(MarketClientError) { return (id, .success(try await request(id))) } catch {
                return (id, .failure(error))
            }
        }
        var failure: MarketClientError?
        var waiting = ids[...]
        await withTaskGroup(of: (Product.ID, Result<Answer, MarketClientError>).self) { group in
            for id in waiting.prefix(Self.loadsAtOnce) { group.addTask { await load(id) } }
            waiting = waiting.dropFirst(Self.loadsAtOnce)
            for await (id, result) in group {
                guard !Task.isCancelled else { return }
                receive(id, result)
                if case .failure(let error) = result, !error.isGone {
                    failure = failure ?? error
                    if case .unreachable = error {
                        for id in waiting { receive(id, result) }
                        waiting = []
                    }
                }
                if let next = waiting.popFirst() { group.addTask { await load(next) } }
            }
        }
        return failure
    }
}
