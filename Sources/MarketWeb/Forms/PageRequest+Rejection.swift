import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

extension PageRequest {
    /// Creates the response to a form that was rejected: the form with everything that was entered. Scripts, which keep
    /// it themselves, get only the errors.
    ///
    /// - Parameters:
    ///   - identifier: the identifier under which the form lists.
    ///   - makePage: creates the page from its images and problems.
    func rejection(
        _ error: FormErrorResponse,
        _ form: WebForm,
        _ images: FormImages,
        listsAs identifier: VendorIdentifier? = nil,
        _ makePage: ([KeptImage], [FormProblem]) -> some WebPage
    ) async -> Response {
        var problems = error.problems
        if base.wantsJSON {
            var error = error
            if error.message == nil, problems.contains(where: { $0.field != nil }) {
                error.message = InterfaceTexts(language: visitor.language)[.problemsTitle]
            }
            return error.response()
        }
        let (kept, failures) = await images.keptImages(form, services: site.services, client: client, origin: origin)
        // The form comes back without unusable files, so that the number of one would be another picture's.
        if !failures.isEmpty { problems.removeAll { $0.imageIndex != nil } }
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { self.problems(of: $0.upload, $0.error) }
        }
        // A status with which browsers show the form and its errors.
        let status: HTTPResponse.Status = error.status == .badRequest ? .unprocessableContent : error.status
        var response = self.form(makePage(kept, problems), status: status, listsAs: identifier)
        for field in error.headers { response.headers[field.name] = field.value }
        return response
    }

    private func problems(of upload: UploadedImage, _ error: MarketError) -> [FormProblem] {
        guard case .unusableImage(_, let problem) = error, let name = upload.shownName else {
            return FormReading.problems(error, visitor.language, by: site.translator)
        }
        let sentence = ErrorTexts(language: visitor.language).sentence(for: .file(name), problem.kind)
        return [FormProblem(field: .images, sentence: sentence)]
    }
}

extension UploadedImage {
    private static let maximumShownLength = 60

    /// The name of the file, cut to one line; nil if it has none that can be read.
    fileprivate var shownName: String? {
        guard let name = fileName?.onOneLine, name.isVisible, !name.isDeceptive else { return nil }
        return name.count > Self.maximumShownLength ? name.prefix(Self.maximumShownLength) + "…" : name
    }
}
