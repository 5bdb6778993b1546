internal import Foundation

/// Fetches the bytes of an image, retrying errors that may be temporary.
struct ImageFetch: Sendable {
    let transport: any HTTPTransport
    let request: ClientRequest
    let retry: RetryPolicy

    func run() async -> Result<FetchedImageData, ImageLoadingError> {
        var number = 1
        while true {
            let outcome = await attempt()
            guard case .failure(let error) = outcome, Self.isWorthAnother(error),
                let delay = retry.delay(afterAttempt: number, retryAfter: nil, retryAfterBudget: .zero),
                (try? await retry.sleep(delay)) != nil, !Task.isCancelled
            else { return outcome }
            number += 1
        }
    }

    /// Returns whether another attempt may succeed. Without a network connection it would not.
    private static func isWorthAnother(_ error: ImageLoadingError) -> Bool {
        switch error {
        case .transport(.connectionLost), .transport(.timedOut), .status(500...599): true
        case .transport, .status, .cancelled, .notAnImageURL, .undecodable: false
        }
    }

    private func attempt() async -> Result<FetchedImageData, ImageLoadingError> {
        do throws(TransportError) {
            let response = try await transport.send(request)
            guard response.status == 200 else { return .failure(.status(response.status)) }
            return .success(FetchedImageData(data: response.body, isCacheable: !Self.forbidsCaching(response)))
        } catch {
            return .failure(.transport(error))
        }
    }

    /// Returns whether the response forbids storing it. Images never change, so no other `Cache-Control` directive
    /// matters (RFC 9111, section 5.2.2.5).
    private static func forbidsCaching(_ response: ClientResponse) -> Bool {
        (response[header: "Cache-Control"] ?? "").split(separator: ",").contains { directive in
            directive.trimmingCharacters(in: .whitespaces).lowercased() == "no-store"
        }
    }
}

/// The bytes of an image.
struct FetchedImageData: Hashable, Sendable {
    let data: Data
    /// Whether the image may be cached in memory or on disk; false if the server forbids it.
    let isCacheable: Bool
}
