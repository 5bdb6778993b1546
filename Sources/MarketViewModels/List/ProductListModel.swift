public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of a product list: paging by cursor, refreshing, searching, and applying this app's own changes.
///
/// No product is shown twice and none is skipped, in whatever order responses arrive: every page continues exactly
/// after the last product of the previous one, and a response that a newer request has superseded is discarded.
@Observable
@MainActor
public final class ProductListModel {
    /// The number of rows below the last visible one at which the next page is requested.
    public static let rowsAhead = 10
    /// The pause in typing after which a search starts.
    public static let searchPause = Duration.milliseconds(300)

    /// The state of the list.
    public private(set) var state = ProductListState.idle
    /// The selected filter and order.
    public internal(set) var filter: ProductFilter
    /// The filter of the shown content. It differs from ``filter`` while the results of a search are being loaded, and
    /// after they failed to load.
    public private(set) var shownFilter: ProductFilter
    /// The content of the search field, which is searched after a pause.
    public internal(set) var searchText: String
    /// The recent searches on this device, newest first.
    public internal(set) var recentSearches: [String]
    /// The position to scroll to once after ``restore(_:)``, or nil if there is none.
    public internal(set) var restoredPosition: ListPosition?
    /// The layout, which is stored in the preferences.
    public private(set) var layout: ListLayout

    private let service: any MarketService
    let preferences: any Preferences
    let dependencies: AppDependencies
    let initialFilter: ProductFilter
    private let pageSize: Int
    @ObservationIgnored private let firstPage = LatestTask()
    @ObservationIgnored private let nextPage = LatestTask()
    @ObservationIgnored private var changes = LocalChanges()
    /// The position to restore with the next first page.
    @ObservationIgnored var positionToRestore: ListPosition?
    @ObservationIgnored var keystrokes = 0
    @ObservationIgnored private var pagesAsked = 0
    /// The index of the row that appeared last.
    @ObservationIgnored private var lastAppeared: Int?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - preferences: The stored preferences.
    ///   - filter: The initial filter, to which ``clearFilters()`` returns.
    ///   - pageSize: The number of products per page, 1 to 800.
    public init(
        service: any MarketService,
        preferences: any Preferences,
        dependencies: AppDependencies,
        filter: ProductFilter = ProductFilter(),
        pageSize: Int = ProductQuery.defaultPageSize
    ) {
        self.service = service
        self.preferences = preferences
        self.dependencies = dependencies
        self.filter = filter
        initialFilter = filter
        self.pageSize = pageSize
        shownFilter = filter
        searchText = filter.search
        recentSearches = preferences.recentSearches
        layout = preferences.layout
    }

    // MARK: Presentation

    /// The loaded products; empty if there are none.
    public var products: [ListedProduct] { content?.products ?? [] }

    /// The loaded content, or nil unless there is any.
    public var content: ProductListContent? {
        guard case .loaded(let content, _) = state else { return nil }
        return content
    }

    /// The number of products in the whole list: `상품 1,234개`, `10,000+ products`; nil unless it is loaded.
    public var total: String? {
        content.map { AppTexts(language: dependencies.language).total($0.total, isCapped: $0.isTotalCapped) }
    }

    /// Returns the view data of a product's row, with its current age.
    public func row(of product: ListedProduct) -> ProductRow {
        ProductRow(product, language: dependencies.language, now: dependencies.now())
    }

    /// Returns the message for an error.
    public func sentence(for error: MarketClientError) -> String {
        ProblemTexts(language: dependencies.language).sentence(for: error)
    }

    /// Switches between list and grid.
    public func toggleLayout() {
        layout = layout.toggled
        preferences.layout = layout
    }

    // MARK: First page

    /// Loads the list when the screen appears, and again after a failure. Does nothing if it is loaded or being loaded,
    /// so that the list is unchanged when the user returns to it.
    public func load() async {
        switch state {
        case .idle, .failed: await begin()
        // A search was cancelled or failed.
        case .loaded where isBehind, .empty where isBehind: await refresh()
        case .loaded: prefetchNextPage()
        case .loading, .empty: return
        }
    }

    /// Reloads the list from its first page. The current content stays until the response is received, and also if the
    /// request fails.
    public func refresh() async {
        switch state {
        case .loading: return
        case .idle, .failed: await begin()
        case .loaded, .empty: await replace()
        }
    }

    /// Loads the selected list while the current content stays visible.
    private func replace() async {
        setRefresh(.inFlight)
        let listed = changes.listedCount
        switch await fetchFirstPage(size: pageSize) {
        case .answered(let response): begin(with: response, knowing: listed)
        case .failed(let error):
            setRefresh(.failed(error))
            reloadWhenConnected(after: error)
        case .cancelled: setRefresh(.none)
        case .superseded: return
        }
    }

    /// Whether the shown list is not the selected one and no request for it is in flight.
    private var isBehind: Bool {
        switch state {
        case .loaded(_, .inFlight), .empty(_, .inFlight): false
        case .loaded, .empty: filter != shownFilter
        case .idle, .loading, .failed: false
        }
    }

    /// Cancels all requests because the user leaves the screen. ``load()`` resumes them.
    public func stop() {
        keystrokes += 1
        firstPage.abandon()
        nextPage.abandon()
        setRefresh(.none)
        if state == .loading { state = .idle }
        change { content in
            if case .loading(let cursor) = content.pagination { content.pagination = .more(after: cursor) }
        }
    }

    func begin() async {
        nextPage.abandon()
        lastAppeared = nil
        state = .loading
        shownFilter = filter
        var size = positionToRestore?.rows(pageSize: pageSize) ?? pageSize
        while true {
            let listed = changes.listedCount
            switch await fetchFirstPage(size: size) {
            case .answered(let response):
                // There are so many new products above the position that the maximum number of rows is needed.
                if size < ListPosition.maximumRows, isPositionBelow(response) {
                    size = ListPosition.maximumRows
                    continue
                }
                begin(with: response, knowing: listed)
            case .failed(let error):
                state = .failed(error)
                reloadWhenConnected(after: error)
            case .cancelled: state = .idle
            case .superseded: break
            }
            return
        }
    }

    private func fetchFirstPage(size: Int) async -> RequestOutcome<ProductListResponse> {
        let request = filter.request(after: nil, size: size)
        return await firstPage { [service] () async throws(MarketClientError) in try await service.products(request) }
    }

    /// - Parameter listed: The number of products this app had listed when the request was made.
    private func begin(with response: ProductListResponse, knowing listed: Int) {
        nextPage.abandon()
        shownFilter = filter
        var content = ProductListContent(response, changes.apply(to: response.products, filter))
        for product in changes.listed(since: listed) where showsAtOnce(product) { content.insertNewest(product) }
        // Rows that stay in place don't appear again.
        lastAppeared = lastAppeared.map { min($0, content.products.count - 1) }
        lastAppeared = restorePosition(in: content) ?? lastAppeared
        show(content, .none)
        prefetchNextPage()
    }

    // MARK: Further pages

    /// Records that a row has become visible, and requests the next page if few rows are left below it.
    ///
    /// - Parameter index: The index in ``products``.
    public func rowAppeared(at index: Int) {
        lastAppeared = index
        prefetchNextPage()
    }

    /// Records that the row of a product has become visible, as ``rowAppeared(at:)``.
    public func rowAppeared(_ id: Product.ID) {
        guard let index = products.firstIndex(where: { $0.id == id }) else { return }
        rowAppeared(at: index)
    }

    /// Requests the next page, also after a failure. Does nothing at the end of the list or while a page is being
    /// loaded.
    public func loadNextPage() async {
        guard let page = beginNextPage() else { return }
        await loadPage(page)
    }

    private func prefetchNextPage() {
        guard let content, case .more = content.pagination else { return }
        let seen = lastAppeared ?? -1
        // Without rows none can appear, and all loaded products may have been deleted.
        guard content.products.isEmpty || (seen >= 0 && content.products.count - 1 - seen <= Self.rowsAhead),
            let page = beginNextPage()
        else { return }
        Task { await loadPage(page) }
    }

    private func beginNextPage() -> (cursor: String, number: Int)? {
        switch content?.pagination {
        case nil, .end, .loading: return nil
        case .more(let cursor), .failed(_, let cursor):
            change { $0.pagination = .loading(after: cursor) }
            pagesAsked += 1
            return (cursor, pagesAsked)
        }
    }

    private func loadPage(_ page: (cursor: String, number: Int)) async {
        let cursor = page.cursor
        // The load may have been cancelled before it began, and requested again.
        guard page.number == pagesAsked, content?.pagination == .loading(after: cursor) else { return }
        let (filter, size) = (shownFilter, pageSize)
        let request = filter.request(after: cursor, size: size)
        let outcome = await nextPage { [service] () async throws(MarketClientError) in
            try await service.products(request)
        }
        switch outcome {
        case .answered(let response):
            let products = changes.apply(to: response.products, filter)
            change { $0.append(response, products, after: cursor) }
            prefetchNextPage()
        case .failed(let error):
            change { $0.pagination = .failed(error, after: cursor) }
            reloadWhenConnected(after: error)
        case .cancelled: change { $0.pagination = .more(after: cursor) }
        case .superseded: return
        }
    }

    // MARK: Connectivity

    private func reloadWhenConnected(after error: MarketClientError) {
        dependencies.connectivity?.whenReturned(self, after: error) { [weak self] in await self?.reload() }
    }

    /// Loads again what has failed.
    private func reload() async {
        switch state {
        case .failed, .loaded(_, .failed), .empty(_, .failed): await refresh()
        case .loaded(let content, _): if case .failed = content.pagination { await loadNextPage() }
        case .idle, .loading, .empty: return
        }
    }

    // MARK: Filtering

    /// Selects a filter. Does nothing if it is selected already.
    ///
    /// - Parameter inPlace: Whether the current content stays until the response is received; otherwise placeholders are shown.
    func choose(_ filter: ProductFilter, inPlace: Bool) async {
        guard filter != self.filter else { return }
        self.filter = filter
        discardRestoredPosition()
        switch state {
        case .loaded where inPlace, .empty where inPlace:
            guard filter == shownFilter else { return await replace() }
            // The selection is the shown list again, so no response is needed any more.
            firstPage.abandon()
            setRefresh(.none)
        case .idle, .loading, .loaded, .empty, .failed: await begin()
        }
    }

    // MARK: Changes by this app

    /// Applies a change made on another screen, to the shown list and to the responses of requests in flight.
    public func apply(_ change: ProductChange) {
        changes.record(change)
        switch change {
        case .listed(let product):
            insert(product.listed)
        case .edited(let product):
            let stays = shownFilter.admits(product.listed)
            self.change { stays ? $0.update(product.listed) : $0.remove(product.id) }
        case .deleted(let id):
            self.change { $0.remove(id) }
        }
        prefetchNextPage()
    }

    private func insert(_ product: ListedProduct) {
        guard showsAtOnce(product) else { return }
        if case .empty(_, let refresh) = state {
            var content = ProductListContent(ProductListResponse(products: [], totalCount: 0), [])
            content.insertNewest(product)
            show(content, refresh)
        } else {
            change { $0.insertNewest(product) }
        }
    }

    /// Returns whether the position of a new product is known without a request: at the top, unless the order is by
    /// price, or only the server knows whether it belongs there.
    private func showsAtOnce(_ product: ListedProduct) -> Bool {
        let filter = shownFilter
        return filter.order == .newest && filter.isDecidedByTheApp && filter.admits(product)
    }

    // MARK: State

    private func setRefresh(_ refresh: ListRefresh) {
        switch state {
        case .loaded(let content, _): state = .loaded(content, refresh)
        case .empty(let reason, _): state = .empty(reason, refresh)
        case .idle, .loading, .failed: return
        }
    }

    private func change(_ body: (inout ProductListContent) -> Void) {
        guard case .loaded(var content, let refresh) = state else { return }
        body(&content)
        show(content, refresh)
    }

    private func show(_ content: ProductListContent, _ refresh: ListRefresh) {
        // The restored row was deleted in the meantime.
        if let position = restoredPosition, !content.contains(position.product) { restoredPosition = nil }
        let isEmpty = content.products.isEmpty && content.pagination == .end
        state = isEmpty ? .empty(EmptyList(shownFilter), refresh) : .loaded(content, refresh)
    }
}
