internal import Foundation

/// Fetches the bytes of a picture, with a second try where that is worth it.
struct PictureFetch: Sendable {
    let transport: any HTTPTransport
    let request: ClientRequest
    let retry: ImageRetry

    func run() async -> Result<FetchedPicture, ImageLoadingError> {
        var outcome = await attempt()
        var pause = retry.pause
        for _ in 1..<max(1, retry.attempts) {
            guard case .failure(let error) = outcome, ImageRetry.isWorthAnother(error),
                (try? await retry.wait(pause)) != nil, !Task.isCancelled
            else { break }
            outcome = await attempt()
            pause *= 2
        }
        return outcome
    }

    private func attempt() async -> Result<FetchedPicture, ImageLoadingError> {
        do throws(TransportError) {
            let answer = try await transport.send(request)
            guard answer.status == 200 else { return .failure(.status(answer.status)) }
            return .success(FetchedPicture(data: answer.body, mayBeKept: !Self.forbidsKeeping(answer)))
        } catch {
            return .failure(.transport(error))
        }
    }

    /// Pictures never change, so of all that `Cache-Control` can say, this alone matters (RFC 9111, section 5.2.2.5).
    private static func forbidsKeeping(_ answer: ClientResponse) -> Bool {
        (answer[header: "Cache-Control"] ?? "").split(separator: ",").contains { directive in
            directive.trimmingCharacters(in: .whitespaces).lowercased() == "no-store"
        }
    }
}

/// The bytes of a picture.
struct FetchedPicture: Hashable, Sendable {
    let data: Data
    /// False when the server forbids to keep it, in memory or on disk.
    let mayBeKept: Bool
}
