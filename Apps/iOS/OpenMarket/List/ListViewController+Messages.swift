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
        case .end: ListMessage(text: session.texts.interface[.endOfList])
        case .more, .loading, nil: nil
        }
    }

    private func retry(
        _ perform: @escaping @MainActor (ProductListModel) async -> Void
    ) -> (title: String, perform: () -> Void) {
        (session.texts.interface[.tryAgain], { [model] in Task { await perform(model) } })
    }

    /// What is shown instead of the list; nil while there is something in it.
    var emptyMessage: Message? {
        let interface = session.texts.interface
        switch model.state {
        case .idle, .loading, .loaded: return nil
        case .failed(let error):
            return Message(
                symbol: "wifi.exclamationmark",
                title: model.sentence(for: error),
                action: (interface[.tryAgain], { [model] in Task { await model.load() } })
            )
        case .empty(.market, _):
            return Message(
                symbol: "storefront",
                title: interface[.emptyMarket],
                advice: interface[.emptyMarketAdvice],
                action: (interface[.listFirst], { [weak self] in self?.startNewListing() })
            )
        case .empty(.search(let text), _):
            return Message(
                symbol: "magnifyingglass",
                title: interface[.nothingFound(for: text)],
                advice: interface[.searchAdvice],
                action: showEverything
            )
        case .empty(.filter, _):
            return Message(
                symbol: "line.3.horizontal.decrease",
                title: interface[.noMatch],
                // A category without products has nothing else to show.
                action: model.activeFilterCount > 0 ? showEverything : nil
            )
        case .empty(.seller, _): return Message(symbol: "person", title: interface[.emptySeller])
        }
    }

    private var showEverything: (title: String, perform: () -> Void) {
        (session.texts.interface[.showEverything], { [model] in Task { await model.showEverything() } })
    }
}
