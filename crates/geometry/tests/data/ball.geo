SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Mesh.MeshSizeMin = 0.7;
Mesh.MeshSizeMax = 0.7;
Mesh.SaveParametric = 1;
