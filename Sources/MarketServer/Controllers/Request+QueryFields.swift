import Hummingbird
import MarketAPI

extension Request {
    /// What stands behind the `?` of the address. Hummingbird's own `queryParameters` leave a `+` as it is, which is what
    /// every browser sends for a space in a form.
    var queryFields: URLEncodedFields { URLEncodedFields(uri.query ?? "") }
}
