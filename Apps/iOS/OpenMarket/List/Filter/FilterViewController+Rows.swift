import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The rows of the filter.
extension FilterViewController {
    func makeRows() -> [any FilterRow] {
        let web = session.texts.web
        let language = session.texts.language
        return [
            FilterChoiceRow(.category, title: web.label(of: .category), of: content) { [weak self] in
                self?.categories ?? []
            },
            FilterChoiceRow(.condition, title: web.label(of: .condition), of: content) {
                [any, product = session.texts.product] in
                [any] + ItemCondition.allCases.map { .init(value: $0.rawValue, title: product.condition($0)) }
            },
            FilterChoiceRow(.handover, title: web.label(of: .handover), of: content) {
                [any, product = session.texts.product] in
                // Who takes either way of handing over has no wish.
                [any] + [Handover.pickup, .parcel].map { .init(value: $0.rawValue, title: product.handover($0)) }
            },
            FilterTextRow(.place, title: web.label(of: .place), of: content, language: language),
            FilterTextRow(.minimumPrice, title: web[.priceFrom], of: content, language: language),
            FilterTextRow(.maximumPrice, title: web[.priceTo], of: content, language: language),
            FilterChoiceRow(.priceCurrency, title: web.label(of: .currency), of: content) {
                Currency.usual.map { .init(value: $0.rawValue, title: web.currency($0)) }
            },
            FilterSwitchRow(.free, title: web[.freeOnly], of: content),
            FilterSwitchRow(.sold, title: web[.showSold], of: content),
        ].filter { $0.parameter != .category || offersCategories }
    }

    private var any: FilterChoiceRow.Choice { .init(value: "", title: session.texts.web[.any]) }

    private var categories: [FilterChoiceRow.Choice] {
        let loaded = session.dependencies.categories?.choices ?? []
        return [.init(value: "", title: session.texts.web[.allCategories])]
            + loaded.map { .init(value: $0.slug, title: $0.path) }
    }
}
