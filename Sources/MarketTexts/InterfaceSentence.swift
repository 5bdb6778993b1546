/// The texts of the web pages with something in them, many of which apps show, too. Days, ages and amounts are as ``ProductTexts``
/// formats them, and numbers begin at 1.
public enum InterfaceSentence: Sendable {
    // Lists
    /// A product that is no longer there and whose name isn't known.
    case goneProduct(number: Int64)
    /// A favorite has become cheaper by an amount.
    case cheaper(by: String)
    /// A favorite has become dearer by an amount.
    case dearer(by: String)
    /// A search found nothing.
    case nothingFound(for: String)
    /// Another text was searched instead, shown after ``nothingFound(for:)``.
    case foundInstead(for: String)
    /// The title of search results.
    case resultsTitle(for: String)
    /// The accessibility label of the link that leaves a chosen condition of a list out.
    case removeFilter(String)
    /// A text that a person typed, in quotes.
    case quoted(String)
    /// A price and all higher ones: `500,000원 이상`, `From ₩500,000`.
    case atLeast(String)
    /// A price and all lower ones: `500,000원 이하`, `Up to ₩500,000`.
    case atMost(String)
    // A product
    /// The accessibility label of an image of the product with a name.
    case image(Int, of: Int, name: String)
    /// The label of the control that shows an image.
    case showImage(Int)
    /// The label of the button that copies a phone number or an address.
    case copy(String)
    /// Since which month a seller has been registered.
    case sellerSince(String)
    /// When a product was listed, from its age.
    case listed(String)
    /// The accessibility label of a QR code, from what it leads to.
    case code(of: String)
    // The forms
    /// The label of the button that removes an image.
    case removeImage(Int)
    /// The hint about the maximum number of images.
    case imageLimit(Int)
    /// The hint that a change of some fields, by their labels, waits for an operator.
    case changesWait([String])
    /// A product has been deleted.
    case deleted(String)
    // The desk
    /// The accessibility label of the checkbox that selects a product.
    case choose(String)
    /// The label of the checkbox that selects every product of a page: at least 2.
    case chooseAll(Int)
    /// The accessibility label of a product's menu.
    case more(for: String)
    /// A text with the name of the product that it is about, among several: what became of an action, or the accessibility label of
    /// a button.
    case about(String, String)
    /// A product is reserved until the end of a day.
    case isReserved(until: String)
    /// A listing was renewed until a day.
    case isRenewed(until: String)
    /// Until which day a product is reserved, shown after its state.
    case reservedUntil(String)
    /// On which day a product was sold, shown after its state.
    case soldOn(String)
    /// On which day a listing expired, shown after its state.
    case expiredOn(String)
    /// On which day a listing will expire, shown after its state.
    case expiresOn(String)
    // What the operator has done
    /// A seller who reads it has another name now.
    case renamed(to: String)
    /// A removed listing will be deleted on a day.
    case willBeDeleted(on: String)
    /// A block ends on a day.
    case blockEnds(on: String)
    // On paper
    /// Products aren't printed because they are gone: at least 1.
    case leftOutAsGone(Int)
    /// Only as many products as this are printed.
    case leftOutBeyond(Int)
    /// The accessibility label of a printed sheet.
    case sheet(Int, of: Int)
    // Browsers. The number of a seller's products is in words.
    /// Whose listings a browser has.
    case listingsHere(of: String, String)
    /// What a browser receives from another one.
    case receiveQuestion(of: String, String)
    /// What a browser loses when it receives another seller's listings.
    case replaceWarning(of: String, String)
    /// What an invitation gives, and until which day.
    case invitation(of: String, until: String)
    /// A browser has accepted an invitation.
    case sellsNow(as: String)
    /// What a browser is called, from the names of its application and its system as far as they are known.
    case browser(String?, on: String?)
    /// Since which day and time a browser has rights.
    case since(String, time: String)
    /// The accessibility label of the button that ends a browser.
    case forget(String)
    /// The question whether a browser is to be ended.
    case shallForget(String)
}
