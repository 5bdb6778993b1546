public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The screen of a list: pages by cursor, refreshing, searching, and what this app changes meanwhile.
///
/// Nothing is shown twice and nothing is lost, however answers come in, because each page goes on exactly behind the
/// last product of the one before, and because an answer that was overtaken has no say.
@Observable
@MainActor
public final class ProductListModel {
    /// The next page is asked for when so many products are left below.
    public static let rowsAhead = 10
    /// How long typing has to pause before what was typed is searched for.
    public static let searchPause = Duration.milliseconds(300)

    public private(set) var state = ProductListState.idle
    /// What was chosen: which products, in which order.
    public internal(set) var filter: ProductFilter
    /// What is shown. It is another than ``filter`` while the results of a search are on their way, and where they did
    /// not come.
    public private(set) var shownFilter: ProductFilter
    /// What stands in the search field; it is searched for after a pause.
    public internal(set) var searchText: String
    /// What was searched for on this device, the newest first.
    public internal(set) var recentSearches: [String]
    /// Where the app is to scroll once, after ``restore(_:)``; nil where nothing is to be found again.
    public internal(set) var restoredPlace: ListPlace?
    /// Remembered from one start to the next.
    public private(set) var layout: ListLayout

    private let calls: any MarketCalls
    let preferences: any Preferences
    let surroundings: Surroundings
    private let pageSize: Int
    @ObservationIgnored private let firstPage = NewestCall()
    @ObservationIgnored private let nextPage = NewestCall()
    @ObservationIgnored private var changes = KnownChanges()
    /// The place that the next first page is to bring back.
    @ObservationIgnored var placeToRestore: ListPlace?
    @ObservationIgnored var keystrokes = 0
    @ObservationIgnored private var pagesAsked = 0
    /// Which row was last seen to appear.
    @ObservationIgnored private var lastAppeared: Int?

    /// - Parameter pageSize: products to a page, 1 to 800.
    public init(
        calls: any MarketCalls,
        preferences: any Preferences,
        surroundings: Surroundings,
        filter: ProductFilter = ProductFilter(),
        pageSize: Int = ProductQuery.defaultPageSize
    ) {
        self.calls = calls
        self.preferences = preferences
        self.surroundings = surroundings
        self.filter = filter
        self.pageSize = pageSize
        shownFilter = filter
        searchText = filter.search
        recentSearches = preferences.recentSearches
        layout = preferences.layout
    }

    // MARK: What is shown

    /// None while there is nothing to be shown.
    public var products: [ListedProduct] { content?.products ?? [] }

    /// Nil unless there are products.
    public var content: ProductListContent? {
        guard case .loaded(let content, _) = state else { return nil }
        return content
    }

    /// How many products the whole list has: `상품 1,234개`, `10,000+ products`; nil unless it is loaded.
    public var total: String? {
        content.map { AppTexts(language: surroundings.language).total($0.total, isCapped: $0.isTotalCapped) }
    }

    /// A product as its row shows it, aged by now.
    public func row(of product: ListedProduct) -> ProductRow {
        ProductRow(product, language: surroundings.language, now: surroundings.now())
    }

    public func sentence(for error: MarketClientError) -> String {
        ProblemTexts(language: surroundings.language).sentence(for: error)
    }

    /// Changes between list and grid.
    public func toggleLayout() {
        layout = layout.toggled
        preferences.layout = layout
    }

    // MARK: First page

    /// Loads the list when the screen appears, and again after a failure. Does nothing where it is there already or on
    /// its way, so that coming back finds everything in its place.
    public func load() async {
        switch state {
        case .idle, .failed: await begin()
        // A search that was given up, or did not come.
        case .loaded where isBehind, .empty where isBehind: await refresh()
        case .loaded: askAhead()
        case .loading, .empty: return
        }
    }

    /// Brings the list up to date from its first page on. What is shown stays until the answer is there, and also when
    /// none comes.
    public func refresh() async {
        switch state {
        case .loading: return
        case .idle, .failed: await begin()
        case .loaded, .empty: await replace()
        }
    }

    /// Loads what was chosen, in the place of what is shown, which stays until the answer is there.
    private func replace() async {
        setRefresh(.underWay)
        let listed = changes.listedCount
        switch await callFirstPage(size: pageSize) {
        case .answered(let answer): begin(with: answer, knowing: listed)
        case .failed(let error): setRefresh(.failed(error))
        case .cancelled: setRefresh(.none)
        case .superseded: return
        }
    }

    /// Whether something else was chosen than is shown, and nothing is on its way.
    private var isBehind: Bool {
        switch state {
        case .loaded(_, .underWay), .empty(_, .underWay): false
        case .loaded, .empty: filter != shownFilter
        case .idle, .loading, .failed: false
        }
    }

    /// Takes away what is said about a refresh that failed.
    public func dismissRefreshFailure() {
        switch state {
        case .loaded(_, .failed), .empty(_, .failed): setRefresh(.none)
        default: return
        }
    }

    /// Gives up whatever is under way, because the screen is left. ``load()`` takes it up again.
    public func stop() {
        keystrokes += 1
        firstPage.abandon()
        nextPage.abandon()
        setRefresh(.none)
        if state == .loading { state = .idle }
        change { content in
            if case .loading(let cursor) = content.foot { content.foot = .more(after: cursor) }
        }
    }

    func begin() async {
        nextPage.abandon()
        lastAppeared = nil
        state = .loading
        shownFilter = filter
        var size = placeToRestore?.rows(pageSize: pageSize) ?? pageSize
        while true {
            let listed = changes.listedCount
            switch await callFirstPage(size: size) {
            case .answered(let answer):
                // So much is new above the place that it takes all the rows that it may.
                if size < ListPlace.maximumRows, isPlaceBelow(answer) {
                    size = ListPlace.maximumRows
                    continue
                }
                begin(with: answer, knowing: listed)
            case .failed(let error): state = .failed(error)
            case .cancelled: state = .idle
            case .superseded: break
            }
            return
        }
    }

    private func callFirstPage(size: Int) async -> CallOutcome<ProductListAnswer> {
        let request = filter.request(after: nil, size: size)
        return await firstPage { [calls] () async throws(MarketClientError) in try await calls.products(request) }
    }

    /// - Parameter listed: how much this app had listed when the answer was asked for.
    private func begin(with answer: ProductListAnswer, knowing listed: Int) {
        nextPage.abandon()
        shownFilter = filter
        var content = ProductListContent(answer, changes.apply(to: answer.products, filter))
        for product in changes.listed(since: listed) where showsAtOnce(product) { content.insertNewest(product) }
        // Rows that stay where they are don't appear anew.
        lastAppeared = lastAppeared.map { min($0, content.products.count - 1) }
        lastAppeared = findPlace(in: content) ?? lastAppeared
        show(content, .none)
        askAhead()
    }

    // MARK: Further pages

    /// Tells that a row has come into view: when few are left below, the next page is asked for.
    ///
    /// - Parameter index: which of ``products``.
    public func rowAppeared(at index: Int) {
        lastAppeared = index
        askAhead()
    }

    /// As ``rowAppeared(at:)``, by the product.
    public func rowAppeared(_ id: Product.ID) {
        guard let index = products.firstIndex(where: { $0.id == id }) else { return }
        rowAppeared(at: index)
    }

    /// Asks for the next page, also again after a failure; does nothing at the end and while one is on its way.
    public func loadNextPage() async {
        guard let page = beginNextPage() else { return }
        await bring(page)
    }

    private func askAhead() {
        guard let content, case .more = content.foot else { return }
        let seen = lastAppeared ?? -1
        // Without a row nothing can appear, and all that came may have been deleted.
        guard content.products.isEmpty || (seen >= 0 && content.products.count - 1 - seen <= Self.rowsAhead),
            let page = beginNextPage()
        else { return }
        Task { await bring(page) }
    }

    private func beginNextPage() -> (cursor: String, number: Int)? {
        switch content?.foot {
        case nil, .end, .loading: return nil
        case .more(let cursor), .failed(_, let cursor):
            change { $0.foot = .loading(after: cursor) }
            pagesAsked += 1
            return (cursor, pagesAsked)
        }
    }

    private func bring(_ page: (cursor: String, number: Int)) async {
        let cursor = page.cursor
        // It may have been given up before it began, and asked for anew.
        guard page.number == pagesAsked, content?.foot == .loading(after: cursor) else { return }
        let (filter, size) = (shownFilter, pageSize)
        let request = filter.request(after: cursor, size: size)
        let outcome = await nextPage { [calls] () async throws(MarketClientError) in try await calls.products(request) }
        switch outcome {
        case .answered(let answer):
            let products = changes.apply(to: answer.products, filter)
            change { $0.append(answer, products, after: cursor) }
            askAhead()
        case .failed(let error): change { $0.foot = .failed(error, after: cursor) }
        case .cancelled: change { $0.foot = .more(after: cursor) }
        case .superseded: return
        }
    }

    // MARK: Choosing

    /// Takes a choice. Does nothing where it is the choice already.
    ///
    /// - Parameter inPlace: what is shown stays until the answer is there; otherwise placeholders stand in for it.
    func choose(_ filter: ProductFilter, inPlace: Bool) async {
        guard filter != self.filter else { return }
        self.filter = filter
        forgetPlace()
        switch state {
        case .loaded where inPlace, .empty where inPlace:
            guard filter == shownFilter else { return await replace() }
            // Typed back to what is shown: there is nothing to wait for any more.
            firstPage.abandon()
            setRefresh(.none)
        case .idle, .loading, .loaded, .empty, .failed: await begin()
        }
    }

    // MARK: Changes by this app

    /// Takes over what was changed on another screen: the list shows it in place, and so does every answer that was on
    /// its way meanwhile.
    public func apply(_ change: ProductChange) {
        changes.note(change)
        switch change {
        case .listed(let product):
            insert(product.listed)
        case .edited(let product):
            let stays = shownFilter.admits(product.vendor.id, stock: product.listing.stock)
            self.change { stays ? $0.update(product.listed) : $0.remove(product.id) }
        case .deleted(let id):
            self.change { $0.remove(id) }
        }
        askAhead()
    }

    private func insert(_ product: ListedProduct) {
        guard showsAtOnce(product) else { return }
        if case .empty(_, let refresh) = state {
            show(ProductListContent(ProductListAnswer(products: [], totalCount: 0), []), inserting: product, refresh)
        } else {
            change { $0.insertNewest(product) }
        }
    }

    private func show(_ content: ProductListContent, inserting product: ListedProduct, _ refresh: ListRefresh) {
        var content = content
        content.insertNewest(product)
        show(content, refresh)
    }

    /// Whether the place of a new product is known without asking: on top, unless a price or a search decides.
    private func showsAtOnce(_ product: ListedProduct) -> Bool {
        let filter = shownFilter
        return filter.order == .newest && filter.search.isEmpty
            && filter.admits(product.vendorID, stock: product.stock)
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
        // Nobody is sent to a row that is gone again.
        if let place = restoredPlace, !content.has(place.product) { restoredPlace = nil }
        let isEmpty = content.products.isEmpty && content.foot == .end
        state = isEmpty ? .empty(EmptyList(shownFilter), refresh) : .loaded(content, refresh)
    }
}
