#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Why a worker gave no answer.
enum WorkerProblem: Error, Hashable {
    /// It ended, or was ended from outside.
    case ended
    case tooLate
    /// It said what no worker says.
    case unreadable
    /// An error number of the system.
    case system(Int32)

    /// Of the calls of CWorkerProcess, which return 0 or an error number.
    static func check(_ result: Int32) throws(WorkerProblem) {
        switch result {
        case 0: return
        case EPIPE: throw .ended
        case ETIMEDOUT: throw .tooLate
        default: throw .system(result)
        }
    }
}
