internal import Foundation
internal import MarketCore

/// The reason why a worker returned no reply.
enum WorkerFailure: Error, Hashable {
    /// The process has ended or was killed from outside.
    case ended
    case timedOut
    /// The reply violates the protocol.
    case unreadable
    /// An error number of the system.
    case system(Int32)

    /// Checks the result of a call of CWorkerProcess: 0 or an error number.
    static func check(_ result: Int32) throws(WorkerFailure) {
        switch result {
        case 0: return
        case EPIPE: throw .ended
        case ETIMEDOUT: throw .timedOut
        default: throw .system(result)
        }
    }
}

extension WorkerFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .ended: "its process has ended"
        case .timedOut: "it didn't answer in time"
        case .unreadable: "its answer can't be read"
        case .system(let number): SystemError(number: number).description
        }
    }
}
