import MarketTexts
import MarketViewModels
import UIKit

extension ProductListModel {
    /// Whether there is something to say above the products: another text was searched, or a refresh failed.
    var hasNotice: Bool { correction != nil || refreshFailed }

    fileprivate var refreshFailed: Bool {
        guard case .loaded(_, .failed) = state else { return false }
        return true
    }
}

/// What a list says above, below and instead of its products.
extension ListViewController {
    func message(for item: ListItem) -> ListMessage? {
        switch item {
        case .notice: notice
        case .end: endMessage
        case .product, .placeholder: nil
        }
    }

    private var notice: ListMessage? {
        if model.refreshFailed {
            return ListMessage(text: session.texts.app[.refreshFailed], action: retry { await $0.refresh() })
        }
        return model.correction.map { ListMessage(text: $0) }
    }

    private var endMessage: ListMessage? {
        switch model.content?.pagination {
        case .failed(let error, _):
            ListMessage(text: model.sentence(for: error), action: retry { await $0.loadNextPage() })
        case .end: ListMessage(text: session.texts.web[.endOfList])
        case .more, .loading, nil: nil
        }
    }

    private func retry(
        _ perform: @escaping @MainActor (ProductListModel) async -> Void
    ) -> (title: String, perform: () -> Void) {
        (session.texts.web[.tryAgain], { [model] in Task { await perform(model) } })
    }

    /// What is shown instead of the list; nil while there is something in it.
    var emptyMessage: Message? {
        let web = session.texts.web
        switch model.state {
        case .idle, .loading, .loaded: return nil
        case .failed(let error):
            return Message(
                symbol: "wifi.exclamationmark",
                title: model.sentence(for: error),
                action: (web[.tryAgain], { [model] in Task { await model.load() } })
            )
        case .empty(.market, _):
            return Message(
                symbol: "storefront",
                title: web[.emptyMarket],
                advice: web[.emptyMarketAdvice],
                action: (web[.listFirst], { [weak self] in self?.startNewListing() })
            )
        case .empty(.search(let text), _):
            return Message(
                symbol: "magnifyingglass",
                title: web.nothingFound(for: text),
                advice: web[.searchAdvice],
                action: showEverything
            )
        case .empty(.filter, _):
            return Message(
                symbol: "line.3.horizontal.decrease",
                title: web[.noMatch],
                // A category without products has nothing else to show.
                action: model.activeFilterCount > 0 ? showEverything : nil
            )
        case .empty(.seller, _): return Message(symbol: "person", title: web[.emptySeller])
        }
    }

    private var showEverything: (title: String, perform: () -> Void) {
        (session.texts.web[.showEverything], { [model] in Task { await model.showEverything() } })
    }
}
