import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The rows of the filter.
extension FilterViewController {
    func makeRows() -> [any FilterRow] {
        let interface = session.texts.interface
        let language = session.texts.language
        return [
            FilterChoiceRow(.category, title: interface.label(of: .category), of: content) { [weak self] in
                self?.categories ?? []
            },
            FilterChoiceRow(.condition, title: interface.label(of: .condition), of: content) {
                [any, product = session.texts.product] in
                [any] + ItemCondition.allCases.map { .init(value: $0.rawValue, title: product.condition($0)) }
            },
            FilterChoiceRow(.handover, title: interface.label(of: .handover), of: content) {
                [any, product = session.texts.product] in
                // Who takes either way of handing over has no wish.
                [any] + [Handover.pickup, .parcel].map { .init(value: $0.rawValue, title: product.handover($0)) }
            },
            FilterTextRow(.place, title: interface.label(of: .place), of: content, language: language),
            FilterTextRow(.minimumPrice, title: interface[.priceFrom], of: content, language: language),
            FilterTextRow(.maximumPrice, title: interface[.priceTo], of: content, language: language),
            FilterChoiceRow(.priceCurrency, title: interface.label(of: .currency), of: content) {
                [categories = session.dependencies.categories] in
                (categories?.currencies ?? Currency.allCases).map {
                    .init(value: $0.rawValue, title: interface.currency($0))
                }
            },
            FilterSwitchRow(.free, title: interface[.freeOnly], of: content),
            FilterSwitchRow(.sold, title: interface[.showSold], of: content),
        ].filter { $0.parameter != .category || offersCategories }
    }

    private var any: FilterChoiceRow.Choice { .init(value: "", title: session.texts.interface[.any]) }

    private var categories: [FilterChoiceRow.Choice] {
        let loaded = session.dependencies.categories?.choices ?? []
        return [.init(value: "", title: session.texts.interface[.allCategories])]
            + loaded.map { .init(value: $0.slug, title: $0.path) }
    }
}

/// A row of the filter: a condition, and the control that chooses it.
@MainActor
protocol FilterRow: UIView {
    var parameter: AttributeFilter.Parameter { get }
    /// Shows the content of the filter.
    func render()
}
