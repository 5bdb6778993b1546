import HTTPTypes
import Hummingbird
import MarketAPI
import MarketWeb

/// What a script is told about a form that was not carried out.
struct FormAnswer {
    var problems: [FormProblem] = []
    /// What is said about the form as a whole; nil for what the problems say.
    var message: String?
    /// Where a page with a new token for the form is, which is then to be sent once more.
    var renew: String?
    /// A ticket for an edit in place of the form's.
    var ticket: String?
    /// Whether the edit has to bring the password along once more.
    var asksPassword = false
    /// A key for another listing, where the form's has listed one already.
    var key: String?
    /// The page of the product that the form's key has listed.
    var listed: String?
    /// The version that somebody else has made of the product.
    var version: Int64?
    /// What that says in fields that were changed here, too, as sentences for beside them.
    var newer: [(FormField, String)] = []
    /// What it says in fields that were not touched here.
    var taken: [(FormField, String)] = []

    func response(status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.member("error", true)
        json.member("message", message ?? problems.map(\.sentence).joined(separator: " "))
        for (name, text) in [("renew", renew), ("ticket", ticket), ("key", key), ("listed", listed)] {
            guard let text else { continue }
            json.key(text: name)
            json.string(text)
        }
        if asksPassword { json.member("asksPassword", true) }
        if let version { json.member("version", version) }
        for (name, texts) in [("newer", newer), ("taken", taken)] where !texts.isEmpty {
            json.key(text: name)
            json.beginObject()
            for (field, text) in texts {
                json.key(text: field.rawValue)
                json.string(text)
            }
            json.endObject()
        }
        json.key("fields")
        json.beginArray()
        for problem in problems {
            guard let field = problem.field else { continue }
            json.beginObject()
            json.member("name", field == .password && asksPassword ? "secret" : field.rawValue)
            json.member("reason", problem.sentence)
            if let index = problem.pictureIndex { json.member("index", index) }
            json.endObject()
        }
        json.endArray()
        json.endObject()
        var response = Response.json(json.bytes, status: status)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
