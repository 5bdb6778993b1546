import HTTPTypes
import Hummingbird
import MarketWeb

extension PageResponder {
    /// Opens a link: moves its token from the address into a cookie, and redirects to the address without it, which is
    /// what histories, logs and other sites get to know. The browser sends the cookie only to the page of the link.
    ///
    /// - Returns: nil if the token is malformed.
    func open(_ page: WebRoutePattern, token: String, in cookie: String, _ request: Request) -> Response? {
        guard RandomToken.isValid(token) else { return nil }
        // Links are opened from messengers, so the cookie isn't strict.
        let cookies = [self.cookie(cookie, token, request, path: page.rawValue, maxAge: nil)]
        return redirect(to: page.rawValue, request, cookies: cookies).withSecretAddress
    }

    /// Creates the response to a browser that requests the page of a link and hasn't opened any: its address was copied
    /// from another browser, or the browser stores no cookies.
    func linkNotOpened(_ request: Request, _ visitor: Visitor) -> Response {
        self.page(MessagePage(kind: .linkNotOpened), context(request, visitor), status: .notFound).withSecretAddress
    }
}
