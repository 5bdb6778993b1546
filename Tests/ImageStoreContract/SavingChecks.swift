import ContractFrame
import MarketCore
import MarketModels

extension ImageStoreCheck {
    static var saving: [ImageStoreCheck] {
        [
            ImageStoreCheck("savedImageIsFoundInBothRenditions") { store in
                let image = try ProcessedImage.sample(1)
                try await store.save(image)
                for (rendition, bytes) in [(ImageFile.Size.full, image.full), (.thumbnail, image.thumbnail)] {
                    let file = try await store.find(image.name, rendition)
                    try expect(file?.content(), is: bytes, "the \(rendition)")
                    try expect(file?.byteCount, is: bytes.count, "the length of the \(rendition)")
                }
            },
            ImageStoreCheck("unknownImageIsNotFound") { store in
                let image = try ProcessedImage.sample(1)
                for rendition in ImageFile.Size.renditions {
                    try expect(try await store.find(image.name, rendition), is: nil, "the \(rendition)")
                }
                try expect(try await store.find(image.name, .web(.card)), is: nil, "the web size")
                try expect(try await store.names(near: [image.name]), is: [], "the names")
            },
            ImageStoreCheck("manySavesOfOneImageAtOnceLeaveItWhole") { store in
                let image = try ProcessedImage.sample(2)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<12 { group.addTask { try await store.save(image) } }
                    try await group.waitForAll()
                }
                try expect(try await store.find(image.name, .full)?.content(), is: image.full, "the image")
                try await store.save(image)
                try expect(try await store.find(image.name, .full)?.content(), is: image.full, "the image saved again")
            },
            ImageStoreCheck("manyImagesAtOnceAreFoundAndNamed") { store in
                let images = try (10..<30).map { try ProcessedImage.sample($0, byteCount: 2000 * $0) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for image in images {
                        group.addTask {
                            try await store.save(image)
                            try expect(try await store.find(image.name, .full)?.content(), is: image.full, "an image")
                        }
                    }
                    try await group.waitForAll()
                }
                let names = images.map(\.name)
                try expect(try await store.names(near: names), is: Set(names), "the names")
            },
            ImageStoreCheck("fileThatWasInvalidatedIsFoundAgain") { store in
                let image = try ProcessedImage.sample(3)
                try await store.save(image)
                for _ in 0..<2 {
                    guard let file = try await store.find(image.name, .full) else { break }
                    store.invalidate(file)
                }
                try expect(try await store.find(image.name, .full)?.content(), is: image.full, "the image")
            },
            ImageStoreCheck("storeThatWorksSaysSo") { store in try await store.check() },
        ]
    }

    static var webSizes: [ImageStoreCheck] {
        [
            ImageStoreCheck("webSizeIsFoundWithItsImageAndGoesWithIt") { store in
                let image = try ProcessedImage.sample(1)
                try await store.save(image)
                let saved = try await store.save([1, 2, 3], of: image.name, .card)
                try expect(saved?.content(), is: [1, 2, 3], "the saved web size")
                try expect(try await store.find(image.name, .web(.card)), is: saved, "the web size")
                try expect(try await store.find(image.name, .web(.large)), is: nil, "another web size")
                try expect(try await store.names(near: [image.name]), is: [image.name], "the names")
                try await store.remove([image.name])
                try expect(try await store.find(image.name, .web(.card)), is: nil, "the web size after the removal")
                try expect(try await store.names(near: [image.name]), is: [], "the names after the removal")
            },
            ImageStoreCheck("webSizeOfAnUnknownImageIsNotStored") { store in
                let image = try ProcessedImage.sample(1)
                try expect(try await store.save([1, 2, 3], of: image.name, .card), is: nil, "the saved web size")
                try expect(try await store.names(near: [image.name]), is: [], "the names")
            },
        ]
    }
}
