import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import MarketWeb

/// The images of a form that was rejected, and where its uploads are kept until it is sent again.
struct RejectedUploads {
    let form: WebForm
    let images: FormImages
    let client: ClientAddress
}

extension PageResponder {
    /// Creates the response to a form that was rejected: the form with everything that was entered. Scripts, which keep
    /// it themselves, get only the errors.
    ///
    /// - Parameters:
    ///   - identifier: the identifier under which the form lists.
    ///   - makePage: creates the page from its images and problems.
    func rejection(
        _ error: FormErrorResponse,
        _ uploads: RejectedUploads,
        _ request: Request,
        _ visitor: Visitor,
        listsAs identifier: VendorIdentifier? = nil,
        _ makePage: ([KeptImage], [FormProblem]) -> some WebPage
    ) async -> Response {
        var problems = error.problems
        if request.wantsJSON {
            var error = error
            if error.message == nil, problems.contains(where: { $0.field != nil }) {
                error.message = InterfaceTexts(language: visitor.language)[.problemsTitle]
            }
            return error.response()
        }
        let (kept, failures) = await uploads.images.keptImages(
            uploads.form,
            services: services,
            client: uploads.client,
            origin: origins.origin(of: request.head)
        )
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language, by: translator) }
        }
        // A status with which browsers show the form and its errors.
        let status: HTTPResponse.Status = error.status == .badRequest ? .unprocessableContent : error.status
        var response = form(request, visitor, status: status, listsAs: identifier) { _ in makePage(kept, problems) }
        for field in error.headers { response.headers[field.name] = field.value }
        return response
    }
}
