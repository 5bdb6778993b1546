import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The rows of the filter.
extension FilterViewController {
    func makeRows() -> [any FilterRow] {
        AttributeFilter.Parameter.allCases.filter { $0 != .category || offersCategories }.map(row(for:))
    }

    private func row(for parameter: AttributeFilter.Parameter) -> any FilterRow {
        let interface = session.texts.interface
        let language = session.texts.language
        return switch parameter {
        case .category:
            FilterChoiceRow(parameter, title: interface.label(of: .category), of: content) { [weak self] in
                self?.categories ?? []
            }
        case .condition:
            FilterChoiceRow(parameter, title: interface.label(of: .condition), of: content) {
                [any, product = session.texts.product] in
                [any] + ItemCondition.allCases.map { .init(value: $0.rawValue, title: product.condition($0)) }
            }
        case .handover:
            FilterChoiceRow(parameter, title: interface.label(of: .handover), of: content) {
                [any, product = session.texts.product] in
                // Who takes either way of handing over has no wish.
                [any] + [Handover.pickup, .parcel].map { .init(value: $0.rawValue, title: product.handover($0)) }
            }
        case .place: FilterTextRow(parameter, title: interface.label(of: .place), of: content, language: language)
        case .minimumPrice: FilterTextRow(parameter, title: interface[.priceFrom], of: content, language: language)
        case .maximumPrice: FilterTextRow(parameter, title: interface[.priceTo], of: content, language: language)
        case .priceCurrency:
            FilterChoiceRow(parameter, title: interface.label(of: .currency), of: content) {
                [categories = session.dependencies.categories] in
                (categories?.currencies ?? Currency.allCases).map {
                    .init(value: $0.rawValue, title: interface.currency($0))
                }
            }
        case .free: FilterSwitchRow(parameter, title: interface[.freeOnly], of: content)
        case .sold: FilterSwitchRow(parameter, title: interface[.showSold], of: content)
        }
    }

    private var any: FieldChoices.Choice { .init(value: "", title: session.texts.interface[.any]) }

    private var categories: [FieldChoices.Choice] {
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
