import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

// Text screens that make the same decisions as an app's views.

// ARTICLE: list-lines
@MainActor
func lines(of list: ProductListModel, _ language: Language) -> [String] {
    let (app, interface) = (AppTexts(language: language), InterfaceTexts(language: language))
    switch list.state {
    case .idle, .loading:
        // An app shows placeholders of the size of its rows.
        return ["…"]
    case .failed(let error):
        return [list.sentence(for: error), interface[.tryAgain]]
    case .empty(let reason, _):
        switch reason {
        case .market: return [interface[.emptyMarket], interface[.listFirst]]
        case .search, .filter: return [interface[.noMatch], interface[.showEverything]]
        case .seller: return [interface[.emptySeller]]
        }
    case .loaded(let content, let refresh):
        var lines: [String] = []
        if case .failed = refresh { lines.append(app[.refreshFailed]) }
        for product in content.products {
            let row = list.row(of: product)
            lines.append("\(row.name)  \(row.struckPrice.map { "(\($0)) " } ?? "")\(row.price)  \(row.stock)")
        }
        switch content.pagination {
        case .more, .loading: lines.append("…")
        case .failed(let error, _): lines += [list.sentence(for: error), interface[.tryAgain]]
        case .end: lines.append(interface[.endOfList])
        }
        return lines
    }
}
// END

// ARTICLE: place
/// Returns the data to store when the user leaves a list. `first` is the first visible product.
@MainActor
func store(_ first: Product.ID, offset: Double, of list: ProductListModel) -> Data? {
    list.position(of: first, offset: offset).flatMap { try? JSONEncoder().encode($0) }
}

/// Shows a list at its stored position.
///
/// - Returns: the position to scroll to; nil for the top.
@MainActor
func open(_ list: ProductListModel, at stored: Data?) async -> ListPosition? {
    guard let stored, let place = try? JSONDecoder().decode(ListPosition.self, from: stored) else {
        await list.load()
        return nil
    }
    await list.restore(place)
    return list.restoredPosition
}
// END

// ARTICLE: product-lines
@MainActor
func lines(of product: ProductModel<some Sendable>, _ language: Language) -> [String] {
    let interface = InterfaceTexts(language: language)
    var lines: [String] = []
    if let viewData = product.viewData {
        lines += [viewData.row.name, viewData.row.price, viewData.row.stock, viewData.listed]
        lines += [viewData.seller, viewData.description].compactMap(\.self)
    }
    for (index, slot) in product.gallery.slots.enumerated() {
        switch slot.state {
        case .waiting: lines.append("…")
        case .loaded: lines.append(product.accessibilityLabel(ofImage: index))
        case .failed: lines.append(interface[.tryAgain])
        }
    }
    switch product.state {
    case .idle, .loading, .loaded: break
    case .failed(let error, _): lines += [product.sentence(for: error), interface[.tryAgain]]
    case .gone: lines.append(ErrorTexts(language: language)[.deletedProduct])
    }
    return lines
}
// END
