import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// An app of `openmarket` decodes `{code: Int?, message: String?}`, so errors on ports and hosts of editions have no
/// `code`, whoever answers. The main port has it as ever.
struct EditionErrorTests {
    private static let host = "old.example"

    /// The listeners and hosts at which an error is provoked, and whether it has a `code` there.
    enum Place: CaseIterable {
        case main, otherHost, hostOfAnEdition, portOfOpenMarket, portOfTraining, portOfItems

        var edition: Edition? {
            switch self {
            case .main, .otherHost, .hostOfAnEdition: nil
            case .portOfOpenMarket: .openmarket
            case .portOfTraining: .training
            case .portOfItems: .items
            }
        }
        var hasCode: Bool { self == .main || self == .otherHost }
        var hosts: [String: Edition] { self == .main ? [:] : [EditionErrorTests.host: .openmarket] }
        var host: String { self == .hostOfAnEdition ? EditionErrorTests.host : "market.example" }
    }

    /// Requests and their statuses, without version and the first `Host`, which are answered by the router.
    private static let routed: [(String, String, Int)] = [
        ("GET /nowhere", "", 404), ("GET /item/9", "", 404), ("PUT /item/1", "", 405), ("POST /item", "{}", 400),
        ("PATCH /item/1", #"{"password":"wrong"}"#, 404), ("DELETE /item/1", #"{"password":"wrong"}"#, 404),
        ("POST /item\r\nSec-Fetch-Site: cross-site", "{}", 403), ("POST /item\r\nContent-Length: 9999999999", "", 413),
        ("GET /items/1\r\nHost: second.example", "", 400),
    ]
    /// The same, of the routes that `items` doesn't have.
    private static let routedProducts: [(String, String, Int)] = [
        ("GET /api/products/9", "", 404), ("PUT /api/products/1", "{}", 405), ("POST /api/products", "{}", 400),
        ("PATCH /api/products/1", #"{"secret":"wrong"}"#, 403),
        ("PATCH /api/products/1", #"{"secret":"correct horse","price":-1}"#, 400),
        ("PATCH /api/products/1\r\nIf-Match: \"x\"", #"{"secret":"correct horse","stock":1}"#, 412),
        ("POST /api/products/1/secret", #"{"secret":"wrong"}"#, 403),
        ("DELETE /api/products/1/no-token", "", 400),
    ]
    private static let marks = String(repeating: "\u{301}\u{316}", count: 1800)
    /// Requests that no parser reads.
    private static let unreadable: [(String, Int)] = [
        ("get /item/1 HTTP/1.1\r\nHost: @\r\n\r\n", 405), ("GET /item/1 HTTP/9.9\r\nHost: @\r\n\r\n", 400),
        ("GET /item/1 HTTP/1.1\r\nHost: @\r\nX y: 1\r\n\r\n", 400),
        // The host is looked for in what was sent, however it is composed.
        ("GET /item/1 HTTP/1.1\r\nX: a\(marks)\r\nHost: @\r\nX: a\(marks)\r\nX y: 1\r\n\r\n", 400),
        ("GET /item/1 HTTP/1.1\r\nHost: @\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
        ("POST /item HTTP/1.0\r\nHost: @\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ]

    private func expectError(
        _ answer: (status: Int, body: String)?,
        _ status: Int,
        _ place: Place,
        _ request: String
    ) throws {
        let answer = try #require(answer, "\(place) \(request)")
        #expect(answer.status == status, "\(place) \(request): \(answer.body)")
        let error = JSON(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)))
        #expect(error["error"].bool == true && error["message"].string?.isEmpty == false, "\(place) \(request)")
        #expect(error["reason"].string == error["message"].string && error["status"].int == status)
        #expect(error.keys.contains("code") == place.hasCode, "\(place) \(request): \(answer.body)")
    }

    @Test(arguments: Place.allCases)
    func codeIsSentOnTheMainPortOnly(_ place: Place) async throws {
        try await withMarket(edition: place.edition, editionHosts: place.hosts) { market in
            try await market.addGuestProduct()
            let requests = Self.routed + (place.edition == .items ? [] : Self.routedProducts)
            for (line, body, status) in requests {
                let connection = try RawConnection(port: market.port)
                var lines = line.components(separatedBy: "\r\n")
                lines[0] += " HTTP/1.1\r\nHost: \(place.host)"
                if !line.contains("Content-Length") { lines.append("Content-Length: \(body.utf8.count)") }
                await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
                try expectError(await connection.readAnswer(), status, place, line)
            }
        }
    }

    @Test(arguments: Place.allCases)
    func soItIsIfNoParserReadsTheRequest(_ place: Place) async throws {
        try await withMarket(edition: place.edition, editionHosts: place.hosts) { market in
            for (request, status) in Self.unreadable {
                let connection = try RawConnection(port: market.port)
                await connection.send(request.replacing("@", with: place.host))
                try expectError(await connection.readAnswer(), status, place, String(request.prefix(60)))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func soItIsIfThereIsTooMuchOfSomething(_ place: Place) async throws {
        try await withMarket(edition: place.edition, editionHosts: place.hosts) { market in
            try await market.addGuestProduct()
            let body = #"{"password":"wrong"}"#
            var last: (status: Int, body: String)?
            for _ in 1...200 where last?.status != 429 {
                let connection = try RawConnection(port: market.port)
                await connection.send(
                    "DELETE /item/1 HTTP/1.1\r\nHost: \(place.host)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                last = await connection.readAnswer()
            }
            try expectError(last, 429, place, "guesses")
        }
    }
}
