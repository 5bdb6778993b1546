import MarketModels
import MarketViewModels
import Observation

/// What the sheet of the filter holds until it is applied.
@Observable
@MainActor
final class FilterContent {
    var form: FilterForm
    /// Whether to say what is wrong, which begins with the first attempt to apply it.
    var wasTried = false

    init(_ form: FilterForm) {
        self.form = form
    }
}
