/// The routes of the API as patterns; `{…}` matches one segment.
///
/// The server registers its handlers under these patterns; ``MarketRoute`` produces concrete paths.
public enum RoutePattern: String, CaseIterable, Sendable {
    case healthChecker = "/healthChecker"
    case health = "/health"
    case liveness = "/health/live"
    case readiness = "/health/ready"
    case metrics = "/metrics"
    case document = "/openapi.json"
    case documentation = "/docs"
    case items = "/items/{page}"
    case firstItems = "/items"
    /// For an app that omits the slash (API.md, “items”).
    case itemsWithoutSlash = "/items{page}"
    case newItem = "/item"
    case item = "/item/{id}"
    case itemWithoutSlash = "/item{id}"
    case products = "/api/products"
    case product = "/api/products/{id}"
    case categories = "/api/categories"
    case secret = "/api/products/{id}/secret"
    case archived = "/api/products/{id}/archived"
    case contact = "/api/products/{id}/contact"
    /// The state of a product, which its seller sees and changes.
    case state = "/api/products/{id}/state"
    case renewal = "/api/products/{id}/renewal"
    case bump = "/api/products/{id}/bump"
    /// The rights to change the state without the secret.
    case rights = "/api/products/{id}/rights"
    case productReports = "/api/products/{id}/reports"
    case vendorReports = "/api/vendors/{id}/reports"
    /// What became of a report.
    case receipt = "/api/reports/{token}"
    // What operators see and do, with a key.
    case operatorReports = "/api/operator/reports"
    case operatorReport = "/api/operator/reports/{id}"
    case operatorDecision = "/api/operator/reports/{id}/decision"
    case operatorProducts = "/api/operator/products"
    case operatorHold = "/api/operator/products/{id}/hold"
    case operatorApproval = "/api/operator/products/{id}/approval"
    case operatorLock = "/api/operator/products/{id}/lock"
    case operatorContacts = "/api/operator/contacts"
    case operatorBlock = "/api/operator/vendors/{id}/block"
    case operatorLog = "/api/operator/log"
    /// `DELETE` with the product's id and a token.
    case deletion = "/api/products/{id}/{token}"
    /// The response of `/archived` appended to `/api/products/`, from an app that mistakes it for a token.
    case archivedDeletion = "/api/products/api/products/{id}"
    case image = "/images/{file}"

    /// The names of the parameters in patterns.
    public enum Parameter: String, Sendable {
        /// The id of a product, a vendor or a report; in `DELETE /api/products/{id}` it can be a token.
        case id
        case token
        case page
        case file
    }
}
