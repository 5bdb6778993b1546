import ArgumentParser
import MarketAPI
import MarketClient

extension MarketClientError {
    /// The message for the user: what happened, and what to do about it.
    var sentence: String {
        switch self {
        case .cancelled: "Stopped."
        case .unreachable(let error):
            "Can't reach the market: \(error.detail) Check --server, and that the market is running."
        case .outcomeUnknown:
            "The connection was lost before the market answered. Check whether the change was made before you try again."
        // A market says why.
        case .refused(let refusal) where refusal.code == nil && refusal.status == 404: Self.noMarket
        case .refused(let refusal): refusal.reason
        case .unreadableResponse: Self.noMarket
        case .unusableFile(let path, let detail): "\(path): \(detail)"
        }
    }

    private static let noMarket = "There's no Open Market at this address, or a much older one. Check --server."

    var exit: ExitCode {
        switch self {
        case .cancelled: CommandExit.interrupted
        case .unreachable, .unreadableResponse, .outcomeUnknown: CommandExit.unreachable
        case .unusableFile: CommandExit.failure
        case .refused(let refusal):
            switch refusal.code {
            case .wrongSecret: CommandExit.wrongPassword
            case .versionConflict: CommandExit.conflict
            default: isGone ? CommandExit.notFound : CommandExit.failure
            }
        }
    }
}

extension TransportError {
    /// What has gone wrong, as the end of a sentence.
    var detail: String {
        switch self {
        case .cancelled: "stopped."
        case .notConnected(let detail), .notTrusted(let detail), .connectionLost(let detail),
            .unreadableBody(let detail):
            detail.hasSuffix(".") ? detail : detail + "."
        case .timedOut: "it took too long to answer."
        case .responseTooLarge: "the answer is too large."
        }
    }
}
