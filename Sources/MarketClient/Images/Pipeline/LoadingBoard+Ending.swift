internal import Foundation

/// What has ended.
extension LoadingBoard {
    /// The disk cache has answered; nil when it had nothing.
    mutating func endReading(_ url: URL, _ data: Data?) {
        reads.end(url)
        guard let work = pictures[url] else { return }
        if let data {
            pictures[url] = nil
            deliver(FetchedPicture(data: data, mayBeKept: true), to: work.sizes)
        } else if work.sizes.isEmpty {
            pictures[url] = nil
        } else {
            // A reading that was cancelled may have found nothing for that reason.
            restart(url, at: work.isCancelled ? .waitsForDisk : .waitsForNetwork)
        }
    }

    /// The network has answered.
    ///
    /// - Returns: whether the bytes are to be kept on disk, after which ``endKeeping(_:)`` is to be called.
    mutating func endFetching(_ url: URL, _ outcome: Result<FetchedPicture, ImageLoadingError>) -> Bool {
        fetches.end(url)
        guard let work = pictures[url] else { return false }
        switch outcome {
        case .success(let picture):
            let isKept = hasDisk && picture.mayBeKept
            if isKept {
                pictures[url]?.stage = .keeps(picture)
                pictures[url]?.sizes = []
            } else {
                pictures[url] = nil
            }
            deliver(picture, to: work.sizes)
            return isKept
        case .failure(let error):
            if work.isCancelled, !work.sizes.isEmpty {
                restart(url, at: .waitsForNetwork)
            } else {
                pictures[url] = nil
                for key in work.sizes { answer(key, .failure(error)) }
            }
            return false
        }
    }

    /// - Returns: whether the bytes have to go from the disk again; then it is to be called once more.
    mutating func endKeeping(_ url: URL) -> Bool {
        guard pictures[url]?.isUndecodable == true else {
            pictures[url] = nil
            return false
        }
        pictures[url]?.isUndecodable = false
        return true
    }

    /// The decoder has ended.
    ///
    /// - Returns: whether the bytes are bad and have to go from the disk.
    mutating func endDecoding(_ key: ImageKey, _ outcome: Result<Image, ImageLoadingError>) -> Bool {
        decodes.end(key)
        guard let work = images[key], case .decodes(let picture) = work.stage else { return false }
        guard work.isCancelled, case .failure = outcome else {
            answer(key, outcome)
            guard hasDisk, picture.mayBeKept, case .failure = outcome else { return false }
            guard case .keeps = pictures[key.url]?.stage else { return true }
            pictures[key.url]?.isUndecodable = true
            return false
        }
        // It ended because it was told to, which says nothing about the picture.
        images[key]?.isCancelled = false
        images[key]?.task = nil
        images[key]?.stage = .waits(picture)
        if work.isWanted { queue(key) } else { images[key] = nil }
        return false
    }

    private mutating func restart(_ url: URL, at stage: PictureWork.Stage) {
        pictures[url]?.isCancelled = false
        pictures[url]?.task = nil
        pictures[url]?.stage = stage
        queuePicture(url)
    }

    private mutating func deliver(_ picture: FetchedPicture, to keys: Set<ImageKey>) {
        for key in keys {
            images[key]?.stage = .waits(picture)
            queue(key)
        }
    }

    private mutating func answer(_ key: ImageKey, _ outcome: Result<Image, ImageLoadingError>) {
        guard let work = images.removeValue(forKey: key) else { return }
        consequences.answered += work.askers.values.map { ($0, outcome) }
    }
}
