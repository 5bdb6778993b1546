import MarketAPI
public import MarketClient
public import MarketModels
public import Observation

/// The categories of the market and the currencies of new listings, which are loaded once and shared by all screens.
@Observable
@MainActor
public final class MarketCategories {
    /// The state of the categories.
    public private(set) var state = CategoriesState.idle
    /// The currencies of new listings, the default of forms first; every currency until they are known.
    public private(set) var currencies = Currency.allCases

    private let service: any MarketService
    private let language: Language
    private let connectivity: Connectivity?
    @ObservationIgnored private var loading: Task<Void, Never>?

    /// Creates categories that have yet to be loaded.
    ///
    /// - Parameter connectivity: What has them loaded when there is a network again; nil to leave that to the screens.
    public init(service: any MarketService, language: Language, connectivity: Connectivity? = nil) {
        self.service = service
        self.language = language
        self.connectivity = connectivity
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

    /// Returns a currency if new listings can have it, otherwise the default of forms.
    func accepted(_ currency: Currency) -> Currency {
        currencies.contains(currency) ? currency : currencies.first ?? currency
    }

    /// Loads the categories, also again after a failure. Does nothing if they are loaded. Callers that come while they
    /// are being loaded wait for the same response; the call continues for the others if one of them is cancelled.
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
            let response = try await service.categories()
            if !response.currencies.isEmpty { currencies = response.currencies }
            state = .loaded([CategoryChoice](response.categories, language: language))
        } catch {
            // What is known remains usable.
            if case .loading = state { state = .failed(error) }
            connectivity?.whenReturned(self, after: error) { [weak self] in await self?.load() }
        }
    }
}

/// The states of the categories of the market.
public enum CategoriesState: Hashable, Sendable {
    /// Nothing has been loaded yet.
    case idle
    /// They are being loaded for the first time.
    case loading
    /// The categories, in the operator's order. The market may have none.
    case loaded([CategoryChoice])
    /// They couldn't be loaded.
    case failed(MarketClientError)
}

/// A category as a screen shows it.
public struct CategoryChoice: Hashable, Sendable, Identifiable {
    /// The name in addresses, as ``ProductFilter/attributes`` have it.
    public let slug: String
    /// The name in the language of the app.
    public let name: String
    /// The name after that of the category that contains this one, `Electronics › Cameras`; at the top level the name.
    public let path: String
    /// The number of products that lists show in this category and in those in it.
    public let count: Int

    /// The ``slug``.
    public var id: String { slug }

    init(_ category: ListedCategory, in parent: ListedCategory?, language: Language) {
        slug = category.slug
        name = category.name(in: language)
        path = [parent, category].compactMap { $0?.name(in: language) }.joined(separator: " › ")
        count = category.count
    }
}

extension [CategoryChoice] {
    init(_ categories: [ListedCategory], language: Language) {
        let bySlug = Dictionary(categories.map { ($0.slug, $0) }) { first, _ in first }
        self = categories.map { category in
            CategoryChoice(category, in: category.parent.flatMap { bySlug[$0] }, language: language)
        }
    }
}
