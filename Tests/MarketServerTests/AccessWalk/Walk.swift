import Hummingbird
import MarketCore
import Testing

@testable import MarketServer

/// The state of a walk: its connections, and what it has seen and reported. Only the task of its test uses it.
final class Walk: @unchecked Sendable {
    /// What a key has shown somewhere.
    struct Sight: Hashable {
        let path: String
        let key: RouteAccess.Key
        let data: RouteAccess.PrivateData

        init(path: String, _ key: RouteAccess.Key, _ data: RouteAccess.PrivateData) {
            (self.path, self.key, self.data) = (path, key, data)
        }
    }

    private let made: WalkMarket
    private let watch: StoreWatch
    private let connections: [WalkConnection]
    private let products: [Int: WalkProduct]
    private let secrets: [(text: String, data: RouteAccess.PrivateData)]
    private var reported: Set<String> = []
    private(set) var callCount = 0
    private(set) var seen: Set<Sight> = []

    init(_ made: WalkMarket, connectionCount: Int) throws {
        self.made = made
        watch = try StoreWatch(folder: made.market.folder)
        connections = (0..<connectionCount).map { _ in WalkConnection(port: made.market.port) }
        products = Dictionary(uniqueKeysWithValues: (made.victims + made.strangers).map { ($0.number, $0) })
        secrets = made.secrets.map { ($0.key, $0.value) }
    }

    /// Sends calls over all connections, and returns the answers in their order.
    func send(_ calls: [WalkCall]) async -> [WalkAnswer?] {
        callCount += calls.count
        let count = (calls.count + connections.count - 1) / connections.count
        return await withTaskGroup(of: (Int, [WalkAnswer?]).self) { group in
            for (index, connection) in connections.enumerated() {
                let part = Array(calls.dropFirst(index * count).prefix(count))
                if part.isEmpty { continue }
                group.addTask { (index, await connection.send(part)) }
            }
            var answers: [Int: [WalkAnswer?]] = [:]
            for await (index, part) in group { answers[index] = part }
            return answers.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// Reports each private text of a response that the caller may not see.
    func check(_ step: WalkMarket.Step, _ answer: WalkAnswer, _ caller: WalkCaller) async throws {
        for offset in answer.offsets(of: "QZ") where offset + 5 < answer.bytes.count {
            let text = String(decoding: answer.bytes[(offset + 2)..<(offset + 6)], as: UTF8.self)
            guard text.last == "Z", let kind = text.first.flatMap({ WalkProduct.Marker(rawValue: $0) }),
                let product = Int(text.dropFirst().dropLast()).flatMap({ products[$0] }),
                !caller.own.contains(product.number)
            else { continue }
            switch kind {
            case .name, .description: if !product.isPublic { note(.hiddenProduct, of: product, step, caller) }
            case .contact: note(product.isForSale ? .contactForSale : .contact, of: product, step, caller)
            case .note: note(.note, of: product, step, caller)
            case .holdReason: note(.holdReason, of: product, step, caller)
            case .decision: note(.decision, of: product, step, caller)
            case .report: note(.reports, of: product, step, caller)
            case .password: report("a password of \(product.state)", step, caller)
            }
        }
        if step.path.hasSuffix("images/{file}"), answer.status == 200, let product = step.product,
            product.hasHiddenImage
        {
            note(.hiddenImage, of: product, step, caller)
        }
        for (text, data) in secrets where answer.contains(text) {
            if step.call.headers.contains(where: { $0.value.contains(text) }) || step.call.target.contains(text) {
                continue
            }
            if String(decoding: step.call.body, as: UTF8.self).contains(text) { continue }
            let keys = caller.sessionKeys.union(caller.keys(made.victims[0]))
            let grant = step.access?.grants.first { keys.contains($0.key) && $0.shows.contains(data) }
            if let grant {
                seen.insert(Sight(path: step.path, grant.key, data))
                continue
            }
            report("\(data.rawValue)", step, caller)
        }
        try await checkTicket(step, answer, caller)
        let links = answer.offsets(of: "/receive?token=").map { offset in
            String(
                decoding: answer.bytes[(offset + 15)...].prefix(32).prefix { $0 != 0x22 && $0 != 0x3C },
                as: UTF8.self
            )
        }
        let isNew = links.contains { $0.utf8.count == 32 && !step.call.target.contains($0) }
        // Base64 of what a file begins with.
        if isNew || answer.contains("b3Blbi1tYXJrZXQtaWRlbnRpdHkt"), !caller.listsAsThemselves {
            report("a link or a file for another browser", step, caller)
        }
    }

    private func note(
        _ data: RouteAccess.PrivateData,
        of product: WalkProduct,
        _ step: WalkMarket.Step,
        _ caller: WalkCaller
    ) {
        var isAllowed = false
        for grant in step.access?.grants ?? []
        where grant.key == .nothing || caller.keys(product).contains(grant.key)
            || caller.sessionKeys.contains(grant.key)
        {
            // Whoever may see every contact may see that of a product that is for sale.
            let data = data == .contactForSale && !grant.shows.contains(data) ? .contact : data
            guard grant.shows.contains(data) else { continue }
            isAllowed = true
            seen.insert(Sight(path: step.path, grant.key, data))
        }
        if !isAllowed { report("\(data.rawValue) of \(product.state)", step, caller) }
    }

    /// Reports a ticket that the caller has got for a product of somebody else.
    private func checkTicket(_ step: WalkMarket.Step, _ answer: WalkAnswer, _ caller: WalkCaller) async throws {
        let sent = caller.cookies(step.product)["ticket"]
        var tickets = answer.contains("ticket") ? answer.headers("set-cookie").compactMap(Self.ticket) : []
        for start in answer.offsets(of: "name=\"ticket\" value=\"") {
            let value = answer.bytes[(start + 21)...].prefix { $0 != UInt8(ascii: "\"") }
            tickets.append(String(decoding: value, as: UTF8.self))
        }
        for ticket in Set(tickets) where !ticket.isEmpty && ticket != sent {
            for victim in made.victims {
                let headers = [("Cookie", "ticket=\(ticket)")]
                let call = WalkCall(method: "GET", target: "/products/\(victim.id)/edit", headers: headers)
                let page = await send([call])[0]
                if page?.contains(WalkProduct.marker(.contact, victim.number)) == true {
                    report("a ticket for \(victim.state)", step, caller)
                }
            }
        }
    }

    private static func ticket(_ cookie: String) -> String? {
        let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        return pair.count == 2 && pair[0].contains("ticket") ? String(pair[1]) : nil
    }

    /// Reports whatever has changed in the store, and a link for another browser that has ended.
    func checkChanges(_ route: DeclaredRoute?, _ caller: WalkCaller) async throws {
        let own = products.values.filter { caller.own.contains($0.number) }
        let browser = caller.cookies(nil)["rights"].flatMap { BrowserKey($0) }?.digest.rawValue
        for change in try watch.changes() {
            // What somebody does with products of their own is their business.
            if own.contains(where: {
                change.contains("product_id=\($0.id) ") || change.contains(" product id=\($0.id) ")
            }) {
                continue
            }
            // Nor is their own name, which ending all other browsers replaces.
            let vendor = made.strangersVendor
            if caller.listsAsThemselves,
                change.contains(" vendor id=\(vendor) ") || change.contains(#"\"vendorID\":\#(vendor),"#)
            {
                continue
            }
            // Nor is whose listing their browser held when they deleted it, unless it is the owner's.
            if let browser, !own.isEmpty, change.contains(" seller_browser digest=\"\(browser)\" "),
                !change.contains(" vendor_id=\(made.ownVendor) ")
            {
                continue
            }
            Issue.record("\(caller.name) has changed with \(route.map { "\($0.path)" } ?? "all routes"): \(change)")
        }
        guard
            route == nil || route?.path.description.hasPrefix("/move") == true
                || route?.path.description.hasPrefix("/receive") == true
        else { return }
        let headers = [("Cookie", "receive=\(made.identityLink)")]
        let link = WalkCall(method: "GET", target: "/receive", headers: headers)
        let status = await send([link])[0]?.status
        if status != 200, reported.insert("the identity link").inserted {
            Issue.record(
                "\(caller.name) has ended the owner's link for another browser with \(route.map { "\($0.path)" } ?? "")"
            )
        }
    }

    private func report(_ what: String, _ step: WalkMarket.Step, _ caller: WalkCaller) {
        guard reported.insert("\(what) \(step.path) \(step.call.method) \(caller.name)").inserted else { return }
        Issue.record("\(caller.name) sees \(what) with \(step.call.method) \(step.call.target)")
    }
}

extension WalkAnswer {
    /// The cookies that the response sets, as a request sends them.
    var cookies: String? {
        let pairs = headers("set-cookie").map { String($0.prefix { $0 != ";" }) }
        return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
    }
}
