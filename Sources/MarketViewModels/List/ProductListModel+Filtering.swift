import MarketAPI
import MarketModels

/// Narrowing the list by conditions that a person chooses and leaves out again.
extension ProductListModel {
    /// The number of chosen conditions, without those that the list began with, such as the category of its screen.
    public var activeFilterCount: Int { max(0, filter.count - initialFilter.count) }

    /// The form of the chosen conditions. If the filter has no currency, prices are in the one that all shown products have,
    /// or else in that of a new listing.
    public var filterForm: FilterForm {
        let shown = Set(products.map(\.pricing.currency))
        let common = shown.count == 1 ? shown.first : nil
        let last = preferences.currency
        let own = dependencies.categories?.accepted(last) ?? last
        return FilterForm(filter.attributes, currency: common ?? own)
    }

    /// Shows the list with the conditions of a form, from its top. Does nothing if the form has
    /// ``FilterForm/problems``.
    public func narrow(by form: FilterForm) async {
        guard form.problems.isEmpty else { return }
        var filter = filter
        filter.attributes = form.filter
        await show(filter)
    }

    /// Shows the initial list, without a search. The order remains.
    public func showEverything() async {
        var filter = initialFilter
        filter.order = self.filter.order
        filter.search = ""
        await show(filter)
    }

    /// Removes all conditions except the initial ones. The search and the order remain.
    public func clearFilters() async {
        var filter = filter
        filter.isInStock = initialFilter.isInStock
        filter.attributes = initialFilter.attributes
        await show(filter)
    }
}
