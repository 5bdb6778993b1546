import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// Why a form was rejected, and the response to a script that has sent it.
struct FormErrorResponse {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    var problems: [FormProblem] = []
    /// The message about the form as a whole; nil to join the sentences of the problems.
    var message: String?
    /// The address of a page with a new form token, with which the form is to be sent again.
    var renew: String?
    /// A ticket that replaces the one of the edit form.
    var ticket: String?
    /// Whether the edit must be sent again with the password.
    var asksPassword = false
    /// A key for another listing, if the form's key has already been used.
    var key: String?
    /// The product that was listed with the form's key.
    var listed: Product.ID?
    /// The version of the product that someone else has created.
    var version: Int64?
    /// The values of that version for fields that were also edited here, as sentences to show at the fields.
    var newer: [(ListingField, String)] = []
    /// The values of that version for fields that weren't edited here.
    var changedElsewhere: [(ListingField, String)] = []

    /// Rejects the form with a message about it as a whole.
    mutating func reject(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        problems = [FormProblem(field: nil, sentence: message)]
    }

    /// Rejects the form because of an error.
    ///
    /// - Parameter images: the images of the form, to name the one that is unusable; nil before they were looked at.
    mutating func reject(
        _ error: MarketError,
        _ images: FormImages?,
        _ language: Language,
        by translator: ErrorTranslator
    ) {
        let translation = translator.translate(error, language: language)
        status = .init(code: translation.response.status)
        headers = translation.headers
        if case .unusableImage(let upload, let error) = error, let images {
            problems = [images.problem(ofUpload: upload, error, language)]
        } else {
            problems = FormReading.problems(error, language, by: translator)
        }
    }

    func response() -> Response {
        let page = listed.map { "/products/\($0.rawValue)" }
        let json = JSONWriter.object { json in
            json.member("error", true)
            json.member("message", message ?? problems.map(\.sentence).joined(separator: " "))
            for (name, text) in [("renew", renew), ("ticket", ticket), ("key", key), ("listed", page)] {
                guard let text else { continue }
                json.key(text: name)
                json.string(text)
            }
            if asksPassword { json.member("asksPassword", true) }
            if let version { json.member("version", version) }
            for (name, texts) in [("newer", newer), ("taken", changedElsewhere)] where !texts.isEmpty {
                json.key(text: name)
                json.object { json in
                    for (field, text) in texts {
                        json.key(text: field.rawValue)
                        json.string(text)
                    }
                }
            }
            json.member("fields", objects: problems.filter { $0.field != nil }) { json, problem in
                let name = problem.field == .password && asksPassword ? "secret" : problem.field?.rawValue
                json.member("name", name)
                json.member("reason", problem.sentence)
                if let index = problem.imageIndex { json.member("index", index) }
            }
        }
        var response = Response.json(json, status: status)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
