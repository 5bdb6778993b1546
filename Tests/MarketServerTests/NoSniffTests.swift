import HTTPTypes
import TestMarkets
import Testing

/// Browsers must not interpret a response as anything but its declared type.
struct NoSniffTests {
    @Test func everyAnswerSaysSo() async throws {
        try await withMarket { market in
            let listed = try await market.post(.listing())
            let image = try JSON(listed)["thumbnail"].string ?? ""
            let tag = try #require(try await market.get("/api/products").headers[.eTag])
            var responses = [("POST", listed)]
            // Twice: the second response comes from the cache, before the router.
            for path in ["/api/products", "/api/products/1", "/items/1"] {
                for _ in 1...2 { responses.append((path, try await market.get(path))) }
            }
            for path in ["/", "/products/1", "/", "/products/1", "/products/9"] {
                let page = try await market.client.execute(uri: path, method: .get, headers: [:], body: nil)
                responses.append((path, page))
            }
            responses.append(("304", try await market.get("/api/products", [.ifNoneMatch: tag])))
            for path in [
                "/api/products/999", "/nothing", "/health", "/metrics", "/openapi.json", "/api/products/1/contact",
            ] {
                responses.append((path, try await market.get(path)))
            }
            responses.append(("picture", try await market.follow(image)))
            responses.append(("PATCH", try await market.send(.patch, "/api/products/1", #"{"secret":"wrong"}"#)))
            responses.append(("PUT", try await market.send(.put, "/api/products/1")))
            for (name, response) in responses {
                #expect(response.headers[.xContentTypeOptions] == "nosniff", "\(name) \(response.status)")
            }
        }
    }
}
