import Hummingbird
import MarketCore
import MarketModels
import MarketServer

/// The cookies that a response sets.
extension PageRequest {
    /// - Parameters:
    ///   - value: the value; empty to remove the cookie.
    ///   - path: the pages that the cookie is sent to; nil for the usual ones.
    func cookie(_ cookie: PageCookie, _ value: String, path: String? = nil) -> Cookie {
        let name = cookie.name(isSecure: isSecure)
        return Cookie(
            name: name,
            value: value,
            maxAge: value.isEmpty ? 0 : cookie.maxAge,
            path: name.hasPrefix(PageCookie.securePrefix) ? "/" : path ?? cookie.path,
            secure: isSecure,
            httpOnly: true,
            // Links are opened from messengers and mail, which are other sites. If such a request had no token, the page would set
            // another one, and the forms that are open in other tabs would be refused.
            sameSite: .lax
        )
    }

    /// Creates the cookie with which the page of a product says once what was done; nil removes it. It isn't signed,
    /// because it chooses one of two sentences for the browser that sends it.
    func doneCookie(_ done: SellerDone?, with id: Product.ID) -> Cookie {
        let value = done.map { "\($0.rawValue)-\(id.rawValue)" } ?? ""
        return cookie(.done, value, path: "/products/\(id.rawValue)")
    }

    /// Creates the cookie with which My listings says once that an invitation was accepted, or removes it.
    func joinedCookie(_ hasJoined: Bool) -> Cookie {
        cookie(.done, hasJoined ? Visitor.joined : "", path: WebRoutePattern.mine.rawValue)
    }

    /// The maximum number of tickets that a browser sends with each request over https.
    static let maximumTicketCount = 8

    /// Creates the cookie that lets a browser edit a product for a while. Over http it is sent only to that product's pages.
    /// Over https, one too many ends those that expire first. The ticket is never in an address, where it would stay in
    /// histories and logs.
    func ticketCookies(_ ticket: String, for id: Product.ID) -> [Cookie] {
        func cookie(_ name: String, _ ticket: String) -> Cookie {
            Cookie(
                name: name,
                value: ticket,
                maxAge: ticket.isEmpty ? 0 : Int(EditTickets.lifetime),
                path: isSecure ? "/" : "/products/\(id.rawValue)",
                secure: isSecure,
                httpOnly: true,
                sameSite: .strict
            )
        }
        let name = Visitor.ticketCookieName(for: id, isSecure: isSecure)
        guard isSecure else { return [cookie(name, ticket)] }
        let others = visitor.tickets.filter { $0.key != name }
            .sorted {
                (EditTickets.expiry(of: $0.value) ?? 0, $0.key) > (EditTickets.expiry(of: $1.value) ?? 0, $1.key)
            }
        return [cookie(name, ticket)] + others.dropFirst(Self.maximumTicketCount - 1).map { cookie($0.key, "") }
    }
}
