import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// Uses a list in a random but repeatable way (scrolls, refreshes, types, chooses, leaves, returns) while products are
/// listed and deleted, and requests and responses are slow, overtake each other, or get lost. The list is checked after
/// every step, and its completeness at the end.
///
/// The market must contain only what the seller lists during the walk, or what was `known` before, and must not be
/// changed by others meanwhile.
@MainActor
final class ListWalk {
    struct Failure: Error, CustomStringConvertible {
        let seed: UInt64
        let step: Int
        let action: String
        let reason: String
        var description: String { "seed \(seed), step \(step) (\(action)): \(reason)" }
    }

    /// The possible actions, each as often as its weight.
    private enum Action: CaseIterable {
        case scroll, appear, refresh, load, retry, choose, type, endPause, submit, recall, restore, stop, cancel
        case arrive, deliver, loseRequest, loseAnswer
        case add, delete, addHere, deleteHere

        static let weighted: [Action] = [
            .scroll, .scroll, .scroll, .appear, .appear, .refresh, .refresh, .load, .retry, .retry, .choose, .type,
            .endPause, .endPause, .submit, .recall, .restore, .stop, .cancel, .cancel, .arrive, .arrive, .arrive,
            .deliver, .deliver, .deliver,
            .deliver, .deliver, .deliver, .loseRequest, .loseAnswer, .add, .add, .delete, .delete, .addHere,
            .deleteHere,
        ]
    }

    private static let filters: [ProductFilter] = [
        ProductFilter(), ProductFilter(), ProductFilter(order: .cheapest), ProductFilter(order: .mostExpensive),
        ProductFilter(isInStock: true), ProductFilter(search: "의자"), ProductFilter(order: .cheapest, isInStock: true),
    ]
    private static let failure = MarketClientError.unreachable(.connectionLost(detail: "as the test wants it"))

    private let market: any MarketService
    private let seller: any Seller
    private let seed: UInt64
    private let steps: Int
    private let gate = GatedCalls()
    private let sleep = SuspendingSleep()
    private let model: ProductListModel
    private var random: SeededRandom
    private var record = WalkRecord()
    private var tasks: [Task<Void, Never>] = []
    private var searchesEnded = 0
    private var step = 0
    private var action = "start"

    /// - Parameters:
    ///   - known: everything that the market contains at the start.
    ///   - seed: reproduces the walk.
    ///   - steps: the number of actions before the list is scrolled to its end.
    init(
        market: any MarketService,
        seller: any Seller,
        known: [ListedProduct] = [],
        seed: UInt64,
        steps: Int = 14
    ) {
        self.market = market
        self.seller = seller
        self.seed = seed
        self.steps = steps
        random = SeededRandom(seed: seed)
        model = ProductListModel(
            service: gate,
            preferences: MemoryPreferences(),
            dependencies: .test(sleep),
            pageSize: Int.random(in: 2...12, using: &random)
        )
        for product in known { record.born(product) }
    }

    /// - Throws: ``Failure`` when the list shows something wrong, or stays loading; and any error of the market.
    func run() async throws {
        for _ in 0..<Int.random(in: 0...16, using: &random) { try await add(here: false) }
        start { await $0.load() }
        try await look("load")
        while step < steps {
            step += 1
            try await happen(Action.weighted.randomElement(using: &random) ?? .scroll)
        }
        try await goToTheEnd()
    }

    // MARK: Actions

    private func happen(_ action: Action) async throws {
        switch action {
        case .scroll: if !model.products.isEmpty { model.rowAppeared(at: model.products.count - 1) }
        case .appear:
            if let index = model.products.indices.randomElement(using: &random) { model.rowAppeared(at: index) }
        case .refresh: start { await $0.refresh() }
        case .load: start { await $0.load() }
        case .retry: start { await $0.loadNextPage() }
        case .choose:
            let filter = Self.filters.randomElement(using: &random) ?? ProductFilter()
            start { await $0.show(filter) }
        case .type:
            let text = ["의자", "책", "", " 의"].randomElement(using: &random) ?? ""
            start { [self] in
                await $0.search(for: text)
                searchesEnded += 1
            }
        case .endPause:
            if let pause = sleep.pauses.pending.randomElement(using: &random) { try await end(pause) }
        case .submit: start { await $0.submitSearch() }
        case .recall:
            if let text = model.recentSearches.randomElement(using: &random) {
                start { await $0.submitSearch(for: text) }
            }
        case .restore:
            let place = somePlace()
            start { await $0.restore(place) }
        case .stop: model.stop()
        case .cancel: tasks.randomElement(using: &random)?.cancel()
        case .arrive:
            if let passage = gate.inFlight.randomElement(using: &random) { try await arrive(passage) }
        case .deliver:
            if let passage = gate.inFlight.randomElement(using: &random) { try await deliver(passage) }
        case .loseRequest: gate.inFlight.randomElement(using: &random)?.call.fail(Self.failure)
        case .loseAnswer:
            if let passage = gate.inFlight.randomElement(using: &random) {
                try await arrive(passage)
                passage.call.fail(Self.failure)
            }
        case .add: try await add(here: false)
        case .addHere: try await add(here: true)
        case .delete: try await delete(here: false)
        case .deleteHere: try await delete(here: true)
        }
        try await look("\(action)")
    }

    /// Returns a current or former position, in this list or another.
    private func somePlace() -> ListPosition {
        if let here = model.products.randomElement(using: &random), Bool.random(using: &random),
            let place = model.position(of: here.id, offset: 12)
        {
            return place
        }
        return ListPosition(
            filter: Self.filters.randomElement(using: &random) ?? ProductFilter(),
            product: Samples.id(Int64.random(in: 1...40, using: &random)),
            index: Int.random(in: 0...30, using: &random),
            offset: -12
        )
    }

    private func start(_ body: @escaping @MainActor (ProductListModel) async -> Void) {
        tasks.append(Task { [model] in await body(model) })
        if tasks.count > 4 { tasks.removeFirst() }
    }

    /// Ends a pause in typing, and waits until that search has called the market or was found to be empty. It continues
    /// on another thread first, and must not interleave with the next action.
    private func end(_ pause: PendingCall<Duration, Void>) async throws {
        let before = gate.askedCount + searchesEnded
        pause.response(())
        try await until("the search goes on") { gate.askedCount + searchesEnded > before }
    }

    private func arrive(_ passage: GatedCalls.Passage) async throws {
        try await passage.arrive(at: market, record.tick())
    }

    private func deliver(_ passage: GatedCalls.Passage) async throws {
        try await arrive(passage)
        guard let response = passage.response else { return }
        // Superseded calls have ended already: whatever is in flight will be shown.
        if passage.isFirstPage { record.begin(asked: passage.asked ?? 0, made: response.moment) }
        passage.call.response(response.page)
    }

    private func add(here: Bool) async throws {
        let product = try await seller.add()
        record.born(product.listed, inThisApp: here)
        if here { model.apply(.listed(product)) }
    }

    private func delete(here: Bool) async throws {
        guard let id = record.living.randomElement(using: &random) else { return }
        try await seller.delete(id)
        record.died(id, byThisApp: here)
        if here { model.apply(.deleted(id)) }
    }

    // MARK: Checks

    /// Lets everything settle, and checks the list.
    private func look(_ action: String) async throws {
        self.action = action
        var turns = 0
        // One more turn than needed to see that nothing moves, for requests that haven't started.
        var quietTurns = 0
        while quietTurns < 2 {
            quietTurns = isAtRest ? quietTurns + 1 : 0
            turns += 1
            if turns > 300_000 { throw failure("it stays loading: \(summary)") }
            // Another thread may have work to do first, and on a busy machine no time for it.
            if turns > 2000 { try await Task.sleep(for: .milliseconds(1)) }
            await takeTurns()
        }
        for passage in gate.inFlight where passage.asked == nil { passage.asked = record.moment }
        if let fault = record.fault(in: model) { throw failure(fault) }
    }

    /// Whether everything that shows as loading has a request in flight, and vice versa.
    private var isAtRest: Bool {
        var (firstPages, nextPages) = (0, 0)
        for passage in gate.inFlight {
            if passage.isFirstPage { firstPages += 1 } else { nextPages += 1 }
        }
        let isLoading =
            switch model.state {
            case .loading, .loaded(_, .inFlight), .empty(_, .inFlight): true
            case .idle, .loaded, .empty, .failed: false
            }
        let isPaging = if case .loading? = model.content?.pagination { true } else { false }
        return firstPages == (isLoading ? 1 : 0) && nextPages == (isPaging ? 1 : 0)
    }

    private var summary: String {
        let requests = gate.inFlight.map { $0.isFirstPage ? "first page" : "next page" }
        let state =
            switch model.state {
            case .loaded(let content, let refresh):
                "\(content.products.count) loaded, \(content.pagination), \(refresh)"
            case let state: "\(state)"
            }
        return "\(state); in flight: \(requests)"
    }

    private func failure(_ reason: String) -> Failure {
        Failure(seed: seed, step: step, action: action, reason: reason)
    }

    // MARK: The end

    /// Delivers everything, scrolls to the end of the list, and checks that it is complete.
    private func goToTheEnd() async throws {
        // More pages than there can be: each adds at least one product, unless all of its products are gone.
        for turn in 0..<(record.living.count + 60) {
            step += 1
            if turn == 0 {
                for pause in sleep.pauses.pending where pause.isPending { try await end(pause) }
                try await look("end of pauses")
            }
            for passage in gate.inFlight {
                try await deliver(passage)
                try await look("delivery at the end")
            }
            if gate.inFlight.isEmpty, isComplete { break }
            switch model.state {
            case .idle, .failed: start { await $0.load() }
            case .loaded where model.filter != model.shownFilter, .empty where model.filter != model.shownFilter:
                start { await $0.load() }
            case .loaded(let content, _):
                if case .failed = content.pagination { start { await $0.loadNextPage() } }
                model.rowAppeared(at: content.products.count - 1)
            case .loading, .empty: break
            }
            try await look("scroll to the end")
            if turn < 4 { try await happen([.add, .delete, .addHere, .deleteHere][turn % 4]) }
        }
        action = "end"
        guard isComplete else { throw failure("it does not come to its end: \(summary)") }
        if let loss = record.loss(in: model) { throw failure(loss) }
    }

    private var isComplete: Bool {
        if model.filter != model.shownFilter { return false }
        return switch model.state {
        case .loaded(let content, let refresh): content.pagination == .end && refresh != .inFlight
        case .empty(_, let refresh): refresh != .inFlight
        case .idle, .loading, .failed: false
        }
    }
}
