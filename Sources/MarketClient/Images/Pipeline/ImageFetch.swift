internal import Foundation

/// Fetches the bytes of an image, retrying errors that may be temporary.
struct ImageFetch: Sendable {
    let transport: any HTTPTransport
    let request: ClientRequest
    let retry: ImageRetry
    let progress: @Sendable (TransferProgress) -> Void

    func run() async -> Result<FetchedImageData, ImageLoadingError> {
        var outcome = await attempt()
        var delay = retry.initialDelay
        for _ in 1..<max(1, retry.maximumAttempts) {
            guard case .failure(let error) = outcome, ImageRetry.isWorthAnother(error),
                (try? await retry.sleep(delay)) != nil, !Task.isCancelled
            else { break }
            outcome = await attempt()
            delay *= 2
        }
        return outcome
    }

    private func attempt() async -> Result<FetchedImageData, ImageLoadingError> {
        do throws(TransportError) {
            let response = try await transport.send(request, progress: progress)
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
