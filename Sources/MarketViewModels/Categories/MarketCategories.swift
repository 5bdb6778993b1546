import MarketAPI
public import MarketClient
public import MarketTexts
public import Observation

/// The categories of the market, which are loaded once and shared by all screens.
@Observable
@MainActor
public final class MarketCategories {
    /// The state of the categories.
    public private(set) var state = CategoriesState.idle

    private let service: any MarketService
    private let language: Language
    @ObservationIgnored private var loading: Task<Void, Never>?

    /// Creates categories that have yet to be loaded.
    ///
    /// - Parameters:
    ///   - service: The service that loads them.
    ///   - language: The language of their names.
    public init(service: any MarketService, language: Language) {
        self.service = service
        self.language = language
    }

    /// The categories, each top level directly before its second level; empty until they are loaded.
    public var choices: [CategoryChoice] {
        guard case .loaded(let choices) = state else { return [] }
        return choices
    }

    /// Returns the name of a category, or nil if it isn't known, or not yet.
    ///
    /// - Parameter slug: The name in addresses.
    public func name(of slug: String) -> String? { choices.first { $0.slug == slug }?.name }

    /// Loads the categories, also again after a failure. Does nothing if they are loaded. Callers that come while they
    /// are being loaded wait for the same response; the call goes on for the others if one of them is cancelled.
    ///
    /// - Parameter slug: A category that must be among them, or nil. If it isn't, because the operator has added it in
    ///   the meantime, they are loaded again.
    public func load(for slug: String? = nil) async {
        if let loading { return await loading.value }
        if case .loaded = state, slug == nil || slug.flatMap(name(of:)) != nil { return }
        let task = Task { await fetch() }
        loading = task
        await task.value
    }

    private func fetch() async {
        defer { loading = nil }
        if case .loaded = state {} else { state = .loading }
        do throws(MarketClientError) {
            let categories = try await service.categories().categories
            state = .loaded([CategoryChoice](categories, language: language))
        } catch {
            // What is known remains usable.
            if case .loading = state { state = .failed(error) }
        }
    }
}
